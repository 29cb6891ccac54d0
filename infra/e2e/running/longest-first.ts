import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** These files take longest. Begun last, they would run alone at the end; all others take seconds. */
const longest = [
  ...['day-of-a-network', 'screens', 'lighthouse', 'journey', 'list-widths', 'agent-screens'].map(
    (name) => `${name}.e2e`,
  ),
  ...['journey.crash', 'money.crash', 'backup.crash', 'fuzz', 'start', 'launch', 'authorisation'],
]

const toPlace = ({ moduleId }: TestSpecification): number => {
  const place = longest.indexOf(basename(moduleId, '.test.ts'))
  return place < 0 ? longest.length : place
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((one, other) => toPlace(one) - toPlace(other))
  }
}
