import { createWriteStream, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DefaultReporter, type TestSpecification, type Vitest } from 'vitest/node'

/**
 * Prints how many test files there are, a line for each finished one, then the failures and the summary. Output and
 * logs of the tests and of the services under test go to `.cache/test-logs/<mode>.log`.
 */
// biome-ignore lint/style/noDefaultExport: Vitest takes a reporter from the default export of its file
export default class FileLineReporter extends DefaultReporter {
  constructor() {
    super({ isTTY: false })
  }

  override onInit(vitest: Vitest): void {
    super.onInit(vitest)
    const file = join(vitest.config.root, '.cache/test-logs', `${vitest.vite.config.mode}.log`)
    mkdirSync(dirname(file), { recursive: true })
    // Workers' own output and captured console lines go to these two; the reporter's lines do not.
    vitest.logger.outputStream = vitest.logger.errorStream = createWriteStream(file)
  }

  override onTestRunStart(specifications: readonly TestSpecification[]): void {
    super.onTestRunStart(specifications)
    this.log(`${specifications.length} test files`)
  }

  /** Failed tests are printed at the end, and slow ones not at all. */
  protected override printTestCase(): void {}
}
