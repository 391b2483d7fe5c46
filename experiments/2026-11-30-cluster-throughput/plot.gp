# gnuplot plot.gp: throughput.tsv -> throughput.svg
set terminal svg size 760,440 font "sans-serif,12" background "white"
set output "throughput.svg"
set datafile separator "\t"
set logscale xy
set xlabel "workers, one core each"
set ylabel "games a second, learned"
set key outside right
set grid
series(play, learner) = sprintf("< awk -F'\t' '$1==\"%s\" && $2==\"%s\" && $3==1' throughput.tsv", play, learner)
plot for [play in "0-ply 1-ply 2-ply"] series(play, "1 core") using 4:5 with linespoints title play.", learner on 1 core", \
     for [play in "0-ply 1-ply 2-ply"] series(play, "16x") using 4:5 with linespoints dashtype 2 title play.", learner 16 times as fast"
