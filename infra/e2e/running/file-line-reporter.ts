import { createWriteStream, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DefaultReporter, type TestSpecification, type Vitest } from 'vitest/node'

/**
 * Says how many test files there are, a line for each that has ended, then the failures and the summary. What tests and the
 * services under test write or log goes to `.cache/test-logs/<mode>.log`.
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
    // Workers' own output and captured console lines go to these two; what a reporter says does not.
    vitest.logger.outputStream = vitest.logger.errorStream = createWriteStream(file)
  }

  override onTestRunStart(specifications: readonly TestSpecification[]): void {
    super.onTestRunStart(specifications)
    this.log(`${specifications.length} test files`)
  }

  /** Failed tests are told at the end, and slow ones not at all. */
  protected override printTestCase(): void {}
}
