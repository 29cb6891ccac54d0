import { machine } from '../machine.ts'
import { editProfile, register, writeToSupport } from './account-holders.ts'
import { bookAtCounter } from './bookings.ts'
import { bookByPrompt } from './bookings-of-senders.ts'
import { explainCash, handOver, receiveNext, takeIn } from './cash.ts'
import { takeInAtCounter } from './counter.ts'
import { payAtTheDoor } from './door.ts'
import { sendAndBeErased } from './erased-people.ts'
import { askForCode, collectParcel, guessCode, hold, loseAndFind, sendBack } from './hand-overs.ts'
import type { PersonContext } from './network.ts'
import { payOut, settleTill } from './office.ts'
import { answerOffer, offerCash } from './passing-on.ts'
import { payIn } from './pay-ins.ts'
import { photograph } from './photos.ts'
import { sendPaid, sendUnpaid, track } from './senders.ts'
import { changeRates, changeRole, moveParcel, overrideOrDelete } from './staff.ts'
import { uploadStatement } from './statements.ts'

const activities: readonly (readonly [weight: number, (context: PersonContext) => Promise<void>])[] = [
  [18, sendUnpaid],
  [26, sendPaid],
  [14, takeInAtCounter],
  [10, bookAtCounter],
  [12, bookByPrompt],
  [40, moveParcel],
  [6, overrideOrDelete],
  [4, changeRates],
  [5, register],
  [4, writeToSupport],
  [4, editProfile],
  [4, changeRole],
  [6, track],
  [20, collectParcel],
  [6, guessCode],
  [4, askForCode],
  [5, hold],
  [5, sendBack],
  [2, loseAndFind],
  [8, photograph],
  [6, sendAndBeErased],
  [12, payAtTheDoor],
  [9, handOver],
  [5, receiveNext],
  [2, takeIn],
  [12, offerCash],
  [20, answerOffer],
  [24, payIn],
  [3, explainCash],
  [8, payOut],
  [5, uploadStatement],
  [1, settleTill],
]
const weights = activities.flatMap(([weight, activity]) => Array<typeof activity>(weight).fill(activity))

/** A person who does one thing after the other, until this many commands have been given in all. */
export const runPerson = async (context: PersonContext, minCommands: number): Promise<void> => {
  while (context.ledger.commands < minCommands) {
    await context.chance.among(weights)(context)
    await machine.sleep(context.chance.delay(60))
  }
}
