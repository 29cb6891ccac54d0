import { stripVTControlCharacters } from 'node:util'

const clearLine = '\r\u001b[K'
const fileEnded = /^ \S .+\.test\.tsx? \(/
const fileCount = /^(\d+) test files$/

/**
 * Prints progress. On a terminal all parts share one line below it, which counts the finished test files of each; in a
 * file and in CI that line is left out.
 * @param out process.stdout, or a substitute
 */
export const openProgress = (out) => {
  const running = new Map()
  const line = () =>
    [...running].map(([title, { ended, all }]) => (all ? `${title} ${ended}/${all}` : title)).join(' · ')
  const draw = () => {
    if (out.isTTY) out.write(clearLine + line().slice(0, (out.columns ?? 80) - 1))
  }
  return {
    /** @param words whole lines */
    say(words) {
      if (out.isTTY) out.write(clearLine)
      out.write(words)
      draw()
    },
    begin(title) {
      running.set(title, { ended: 0, all: 0 })
      draw()
    },
    /** Counts by a line of the part's output (infra/e2e/running/file-line-reporter.ts). */
    heard(title, said) {
      const part = running.get(title)
      const plain = stripVTControlCharacters(said)
      if (fileEnded.test(plain)) part.ended += 1
      else if (fileCount.test(plain)) part.all = Number(fileCount.exec(plain)[1])
      else return
      draw()
    },
    end(title) {
      running.delete(title)
      draw()
    },
  }
}
