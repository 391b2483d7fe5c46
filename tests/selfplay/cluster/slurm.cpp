// Job scripts, without Slurm; tests/slurm.sh is the test with it.
#include "selfplay/cluster/slurm.hpp"

#include <fmt/format.h>

#include "engine/error.hpp"
#include "selfplay/durable.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

using namespace alea;
using namespace alea::cluster;
using namespace alea::tests;

TEST_CASE("job scripts run a learner and a worker of the run, and can be begun again") {
  const TemporaryFolder folder;
  TrainPlan plan{{{"", resolve(TrainConfig{})}}};
  plan.stages[0].config.learner_threads = 3;
  plan.stages[0].config.device = "cuda";
  SlurmRequest request;
  request.program = "/opt/alea";
  request.run = folder / "my run";
  request.worker_threads = 2;
  request.block_games = 40;
  request.partition = "main";
  const SlurmScripts scripts = write_slurm_scripts(plan, request);
  const auto quoted = [](const std::filesystem::path& path) { return fmt::format("\"{}\"", path.string()); };
  const std::string run = quoted(request.run);
  const auto has = [](const std::string& script, const std::string& line) {
    return script.find(fmt::format("\n{}\n", line)) != std::string::npos;
  };
  const std::string learner = read_file(scripts.learner, "script", 10'000);
  const std::string config = quoted(request.run / "slurm/config.toml");
  CHECK(has(learner, fmt::format("\"/opt/alea\" learn {} --run {} --block-games 40", config, run)));
  CHECK(has(learner, "#SBATCH --cpus-per-task=3"));
  CHECK(has(learner, "#SBATCH --gpus=1"));
  const std::string workers = read_file(scripts.workers, "script", 10'000);
  CHECK(has(workers, fmt::format("\"/opt/alea\" selfplay --run {} --threads 2", run)));
  CHECK(has(workers, "#SBATCH --cpus-per-task=2"));
  CHECK(has(workers, "#SBATCH --partition=\"main\""));
  CHECK(!has(workers, "#SBATCH --gpus=1"));
  for (const std::string& script : {learner, workers}) CHECK(has(script, "#SBATCH --requeue"));
  CHECK(read_plan(request.run / "slurm/config.toml").stages[0].config == plan.stages[0].config);

  plan.stages[0].config.device = "cpu";
  plan.stages[0].config.inference = "cuda";
  write_slurm_scripts(plan, request);
  CHECK(!has(read_file(scripts.learner, "script", 10'000), "#SBATCH --gpus=1"));
  CHECK(has(read_file(scripts.workers, "script", 10'000), "#SBATCH --gpus=1"));

  request.partition = "main\"\n#SBATCH --uid=0";
  CHECK_THROWS_AS(write_slurm_scripts(plan, request), InputError);
}
