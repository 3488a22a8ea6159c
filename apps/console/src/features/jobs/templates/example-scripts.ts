/** Scripts to begin with, for who has none yet; the names of their words are `example_…`. What a job is told stands in `CLUSTERDESK_…`. */
export const exampleScripts = {
  shell: `#!/bin/bash
set -euo pipefail

echo "Job $CLUSTERDESK_JOB_ID on $(hostname), $CLUSTERDESK_CPUS CPUs"

`,
  python: `#!/bin/bash
set -euo pipefail

# source ~/miniconda3/etc/profile.d/conda.sh && conda activate my-env
python3 -u main.py
`,
  threads: `#!/bin/bash
set -euo pipefail

export OMP_NUM_THREADS=$CLUSTERDESK_CPUS
./my-program
`,
  inputs: `#!/bin/bash
set -euo pipefail

# Runs one command for each input, as many at a time as the job has CPUs.
ls input/*.fastq | xargs -P "$CLUSTERDESK_CPUS" -I{} sh -c 'echo "processing {}"'
`,
} as const;

export type ExampleScript = keyof typeof exampleScripts;
