import { randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { openEmbedded } from '../engines/index.ts'
import { openTillsAndBook } from './tills-and-book.ts'

/**
 * For the crash tests: a process that takes money until it is killed, and prints a line `<till> <amount>` for each
 * acknowledged payment.
 */
const engines = await openEmbedded({ folder: process.argv[2] ?? '' })
const { take } = await openTillsAndBook(engines)
const say = (line: string): void => {
  for (;;) {
    try {
      return void writeSync(1, `${line}\n`)
    } catch (error) {
      if ((error as { code?: string }).code !== 'EAGAIN') throw error
    }
  }
}

const takeAgainAndAgain = async (till: string): Promise<void> => {
  for (let amount = 1; ; amount = (amount % 50) + 1) {
    await take(till, amount, randomUUID())
    say(`${till} ${amount}`)
  }
}

say('open')
await Promise.all(Array.from({ length: 6 }, (_, till) => takeAgainAndAgain(`till-${till}`)))
