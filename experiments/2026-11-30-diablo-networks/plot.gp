# gnuplot plot.gp: the pictures of this folder from the measurements beside them.
set terminal svg size 800,480 font "sans,13" background "white"
set datafile separator "\t"
set grid lc rgb "#dddddd"

set output "curve.svg"
set title "6x6 Diablo at 0 ply against the committed fast network (400 paired games a point)"
set xlabel "games of self-play, thousand"
set ylabel "share of games won"
set yrange [0:0.7]
set key bottom right
plot 0.5 with lines lc rgb "#888888" notitle, \
     "curve-6-default.tsv" using ($1/1e3):2:3 with yerrorlines lc rgb "#1b9e77" pt 7 ps 0.5 title "lambda 0.85 to 0.7, 256 hidden", \
     "curve-6-lambda0.tsv" using ($1/1e3):2:3 with yerrorlines lc rgb "#d95f02" pt 7 ps 0.5 title "lambda 0.7 to 0 at 45 thousand, 128 hidden"

set output "calibration.svg"
set title "4x4 Diablo: predicted against exact winning probability, 1,000 random small positions"
set xlabel "exact, from the table"
set ylabel "said by the network (0 ply)"
set xrange [0:1]
set yrange [0:1]
set size square
plot x with lines lc rgb "#888888" notitle, \
     "calibration-0.tsv" every 5 using 2:1 with points pt 7 ps 0.25 lc rgb "#1b9e77" notitle
