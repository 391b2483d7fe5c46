# gnuplot plot.gp: the pictures of this folder from the measurements beside them.
set terminal svg size 1000,600 font "sans,13" background "white"
set datafile separator "\t"
set grid lc rgb "#dddddd"
set logscale xy
set xrange [0.8:70000]
set format y "10^{%T}"
set xlabel "simulations of a turn"
set key below samplen 2 maxcols 3

set output "value.svg"
set title "MCTS on 400 turns whose truth is known: the chosen play's value"
set ylabel "error against the exact value, utility, root mean square"
plot "mcts-diablo-4-handwritten.tsv" using 1:4 with linespoints lc rgb "#d95f02" pt 6 ps 0.6 title "4x4 Diablo, handwritten", \
     "mcts-diablo-4-fast.tsv" using 1:4 with linespoints lc rgb "#d95f02" pt 7 ps 0.6 title "4x4 Diablo, fast", \
     "mcts-diablo-4-default.tsv" using 1:4 with linespoints lc rgb "#a04000" pt 7 ps 0.6 title "4x4 Diablo, default", \
     "mcts-bearoff-3-fast.tsv" using 1:4 with linespoints lc rgb "#66c2a5" pt 7 ps 0.6 title "bearoff of 3, fast", \
     "mcts-bearoff-6-fast.tsv" using 1:4 with linespoints lc rgb "#1b9e77" pt 7 ps 0.6 title "bearoff of 6, fast", \
     "mcts-bearoff-6-default.tsv" using 1:4 with linespoints lc rgb "#0b5f45" pt 7 ps 0.6 title "bearoff of 6, default", \
     "mcts-hypergammon-2-handwritten.tsv" using 1:4 with linespoints lc rgb "#a6a2d8" pt 6 ps 0.6 title "hypergammon of 2, handwritten", \
     "mcts-hypergammon-3-handwritten.tsv" using 1:4 with linespoints lc rgb "#7570b3" pt 6 ps 0.6 title "hypergammon, handwritten"

set output "loss.svg"
set yrange [5e-6:0.2]
set title "MCTS on 400 turns whose truth is known: what a choice loses"
set ylabel "mean loss of utility, with its standard error"
plot "mcts-diablo-4-handwritten.tsv" using 1:2:3 with yerrorlines lc rgb "#d95f02" pt 6 ps 0.6 title "4x4 Diablo, handwritten", \
     "mcts-diablo-4-fast.tsv" using 1:2:3 with yerrorlines lc rgb "#d95f02" pt 7 ps 0.6 title "4x4 Diablo, fast", \
     "mcts-diablo-4-default.tsv" using 1:2:3 with yerrorlines lc rgb "#a04000" pt 7 ps 0.6 title "4x4 Diablo, default", \
     "mcts-bearoff-3-fast.tsv" using 1:2:3 with yerrorlines lc rgb "#66c2a5" pt 7 ps 0.6 title "bearoff of 3, fast", \
     "mcts-bearoff-6-fast.tsv" using 1:2:3 with yerrorlines lc rgb "#1b9e77" pt 7 ps 0.6 title "bearoff of 6, fast", \
     "mcts-bearoff-6-default.tsv" using 1:2:3 with yerrorlines lc rgb "#0b5f45" pt 7 ps 0.6 title "bearoff of 6, default", \
     "mcts-hypergammon-2-handwritten.tsv" using 1:2:3 with yerrorlines lc rgb "#a6a2d8" pt 6 ps 0.6 title "hypergammon of 2, handwritten", \
     "mcts-hypergammon-3-handwritten.tsv" using 1:2:3 with yerrorlines lc rgb "#7570b3" pt 6 ps 0.6 title "hypergammon, handwritten"
