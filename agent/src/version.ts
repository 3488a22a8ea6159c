/** What `agent --version` prints and every hello says; a spec keeps it equal to the repository's version. */
export const agentVersion = '0.1.0';
