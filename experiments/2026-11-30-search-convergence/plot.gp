# gnuplot plot.gp: the pictures of this folder from the measurements beside them.
set terminal svg size 800,480 font "sans,13" background "white"
set datafile separator "\t"
set grid lc rgb "#dddddd"
set logscale xy
set format y "10^{%T}"
set xlabel "simulations of a turn"
set key bottom left

set output "value.svg"
set title "MCTS: error of the value of the chosen play (root mean square, utility), 400 turns with a known truth"
set ylabel "error against the exact value"
plot "mcts-diablo-4-handwritten.tsv" using 1:4 with linespoints lc rgb "#d95f02" pt 6 ps 0.6 title "4x4 Diablo, handwritten", \
     "mcts-diablo-4-fast.tsv" using 1:4 with linespoints lc rgb "#d95f02" pt 7 ps 0.6 title "4x4 Diablo, fast", \
     "mcts-diablo-4-default.tsv" using 1:4 with linespoints lc rgb "#a04000" pt 7 ps 0.6 title "4x4 Diablo, default", \
     "mcts-bearoff-fast.tsv" using 1:4 with linespoints lc rgb "#1b9e77" pt 7 ps 0.6 title "bearoff, fast"

set output "loss.svg"
set title "MCTS: utility lost by a choice, 400 turns with a known truth"
set ylabel "mean loss, with its standard error"
plot "mcts-diablo-4-handwritten.tsv" using 1:2:3 with yerrorlines lc rgb "#d95f02" pt 6 ps 0.6 title "4x4 Diablo, handwritten", \
     "mcts-diablo-4-fast.tsv" using 1:2:3 with yerrorlines lc rgb "#d95f02" pt 7 ps 0.6 title "4x4 Diablo, fast", \
     "mcts-diablo-4-default.tsv" using 1:2:3 with yerrorlines lc rgb "#a04000" pt 7 ps 0.6 title "4x4 Diablo, default", \
     "mcts-bearoff-fast.tsv" using 1:2:3 with yerrorlines lc rgb "#1b9e77" pt 7 ps 0.6 title "bearoff, fast"
