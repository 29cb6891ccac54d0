import { test } from 'vitest'

/**
 * The steps of one journey, a test each, that build on each other. After a failed step the later ones are skipped and
 * name it, and every other journey goes on.
 * `const step = openDependentSteps(); step('the office opens', async () => {…})`
 */
export const openDependentSteps = () => {
  let failed: string | undefined
  return (sentence: string, take: () => Promise<void>): void =>
    test(sentence, async ({ skip }) => {
      if (failed) skip(`“${failed}” has failed`)
      try {
        await take()
      } catch (error) {
        failed = sentence
        throw error
      }
    })
}
