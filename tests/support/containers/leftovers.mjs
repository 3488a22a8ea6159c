/** What marks everything that the tests start in an engine. */
export const labels = {
  /** Present on all of it. */
  tests: 'clusterdesk.tests',
  /** Which run of tests; its value is that of `runOf`. */
  run: 'clusterdesk.tests.run',
};

/**
 * Removes containers, networks and volumes of the tests, whoever uses them.
 * @param {import('dockerode')} engine
 * @param {(run: string) => boolean} isWanted by the run that they are labelled with
 */
export async function removeLabelled(engine, isWanted) {
  const filters = JSON.stringify({ label: [labels.tests] });
  const ofRun = ({ Labels }) => isWanted(Labels?.[labels.run] ?? '');
  const containers = await engine.listContainers({ all: true, filters });
  await Promise.all(
    containers
      .filter(ofRun)
      .map(({ Id }) => ignoreGone(engine.getContainer(Id).remove({ force: true, v: true }))),
  );
  const networks = await engine.listNetworks({ filters });
  await Promise.all(
    networks.filter(ofRun).map(({ Id }) => ignoreGone(engine.getNetwork(Id).remove())),
  );
  const { Volumes } = await engine.listVolumes({ filters });
  await Promise.all(
    (Volumes ?? []).filter(ofRun).map(({ Name }) => ignoreGone(engine.getVolume(Name).remove())),
  );
}

/** Another one may be removing the same. */
async function ignoreGone(removal) {
  try {
    await removal;
  } catch (error) {
    if (![404, 409].includes(error.statusCode)) {
      throw error;
    }
  }
}
