import { machine } from '../machine.ts'
import { editProfile, register, writeToSupport } from './account-holders.ts'
import { explainCash, handOver, receiveNext, takeIn } from './cash.ts'
import { payAtTheDoor } from './door.ts'
import { askForCode, fetch, guess, hold, lose, turnRound } from './hand-overs.ts'
import { comeAndLeave } from './leavers.ts'
import { payOut, settleTill } from './office.ts'
import { photograph } from './photos.ts'
import { look, sendPaid, sendUnpaid } from './senders.ts'
import { appoint, changeRates, handle, overrule } from './staff.ts'
import { uploadStatement } from './statements.ts'
import type { Means } from './town.ts'

const doings: readonly (readonly [weight: number, (means: Means) => Promise<void>])[] = [
  [18, sendUnpaid],
  [26, sendPaid],
  [40, handle],
  [6, overrule],
  [4, changeRates],
  [5, register],
  [4, writeToSupport],
  [4, editProfile],
  [4, appoint],
  [6, look],
  [20, fetch],
  [6, guess],
  [4, askForCode],
  [5, hold],
  [5, turnRound],
  [2, lose],
  [8, photograph],
  [6, comeAndLeave],
  [12, payAtTheDoor],
  [9, handOver],
  [5, receiveNext],
  [2, takeIn],
  [3, explainCash],
  [8, payOut],
  [5, uploadStatement],
  [1, settleTill],
]
const weights = doings.flatMap(([weight, doing]) => Array<typeof doing>(weight).fill(doing))

/** A person who does one thing after the other, until this many commands have been given in all. */
export const live = async (means: Means, minCommands: number): Promise<void> => {
  while (means.ledger.commands < minCommands) {
    await means.chance.among(weights)(means)
    await machine.sleep(means.chance.delay(60))
  }
}
