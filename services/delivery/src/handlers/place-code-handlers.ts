import { implement } from '@orpc/server'
import { type Asked, deliveryContract } from '@tuma/contracts/services'
import type { Dependencies } from '../dependencies.ts'
import { placeCodes, placeCodesStream } from '../domain/network/place-codes.ts'
import { placeIdOf } from '../ids.ts'
import { askerOf } from './askers.ts'

type Needs = Pick<Dependencies, 'streams' | 'metadataOf'>

/** Gives a place its code, before its first shop or price is recorded: so none is offered without a code. */
export const codePlace = async ({ streams, metadataOf }: Needs, asked: Asked, typed: string): Promise<void> => {
  const place = typed.trim()
  const command = { type: 'CodePlace', by: askerOf(asked.actor), placeId: placeIdOf(place), place } as const
  await streams.handlerOf(placeCodes)(placeCodesStream, command, metadataOf(asked))
}

/** The codes of places on labels: read for each label, changed by admins. */
export const placeCodeHandlers = ({ streams, network, metadataOf }: Dependencies) => {
  const os = implement(deliveryContract)
  const handle = streams.handlerOf(placeCodes)
  return {
    placeCodes: os.placeCodes.handler(async () =>
      (await network.placeCodes()).map(({ place, code }) => ({ place, code })),
    ),
    setPlaceCode: os.setPlaceCode.handler(async ({ input: { asked, place, code } }) => {
      const command = { type: 'SetPlaceCode', by: askerOf(asked.actor), placeId: placeIdOf(place), code } as const
      await handle(placeCodesStream, command, metadataOf(asked))
      return {}
    }),
  }
}
