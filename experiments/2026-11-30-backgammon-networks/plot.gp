# gnuplot plot.gp: curve.svg from the measurements beside it.
set terminal svg size 800,480 font "sans,13" background "white"
set output "curve.svg"
set datafile separator "\t"
set title "Self-play against GNU Backgammon 0-ply (2,000 paired games a point)"
set xlabel "games of self-play, million"
set ylabel "points a game"
set yrange [-0.6:0.1]
set grid lc rgb "#dddddd"
set key bottom right
plot 0 with lines lc rgb "#888888" notitle, \
     "curve-fast.tsv" using ($1/1e6):2:3 with yerrorlines lc rgb "#d95f02" pt 7 ps 0.5 title "fast, 128 hidden", \
     "curve-default.tsv" using ($1/1e6):2:3 with yerrorlines lc rgb "#1b9e77" pt 7 ps 0.5 title "default, 512 hidden (TD stage)"
