import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Those that take longest, begun last, would run alone at the end; all others take seconds. */
const longest = ['journey', 'screens', 'lighthouse', 'list-widths', 'agent-screens']

const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = longest.indexOf(basename(moduleId, '.e2e.test.ts'))
  return place < 0 ? longest.length : place
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((one, other) => placeOf(one) - placeOf(other))
  }
}
