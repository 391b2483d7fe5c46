# gnuplot plot.gp: curve.svg from the measurements beside it.
set terminal svg size 800,480 font "sans,13" background "white"
set output "curve.svg"
set datafile separator "\t"
set title "DVONN at 0 ply against the evaluator written by hand (400 paired games a point, 6 random turns first)"
set xlabel "games of self-play, thousand"
set ylabel "share of points"
set yrange [0:1]
set grid lc rgb "#dddddd"
set key bottom right
plot 0.5 with lines lc rgb "#888888" notitle, \
     "curve-fast.tsv" using ($1/1e3):2:3 with yerrorlines lc rgb "#d95f02" pt 7 ps 0.5 title "fast, 128 hidden"
