import { implement } from '@orpc/server'
import { type CommandContext, deliveryContract } from '@tuma/contracts/services'
import type { Dependencies } from '../dependencies.ts'
import { placeCodes, placeCodesStream } from '../domain/network/place-codes.ts'
import { getPlaceId } from '../ids.ts'
import { toAsker } from './askers.ts'

type Needs = Pick<Dependencies, 'streams' | 'buildMetadata'>

/** Gives a place its code before its first shop or price is recorded, so that every place on offer has a code. */
export const codePlace = async (
  { streams, buildMetadata }: Needs,
  asked: CommandContext,
  typed: string,
): Promise<void> => {
  const place = typed.trim()
  const command = { type: 'CodePlace', by: toAsker(asked.actor), placeId: getPlaceId(place), place } as const
  await streams.getHandler(placeCodes)(placeCodesStream, command, buildMetadata(asked))
}

/** The codes of places on labels: each label reads them, admins change them. */
export const placeCodeHandlers = ({ streams, network, buildMetadata }: Dependencies) => {
  const os = implement(deliveryContract)
  const handle = streams.getHandler(placeCodes)
  return {
    placeCodes: os.placeCodes.handler(async () =>
      (await network.placeCodes()).map(({ place, code }) => ({ place, code })),
    ),
    setPlaceCode: os.setPlaceCode.handler(async ({ input: { asked, place, code } }) => {
      const command = { type: 'SetPlaceCode', by: toAsker(asked.actor), placeId: getPlaceId(place), code } as const
      await handle(placeCodesStream, command, buildMetadata(asked))
      return {}
    }),
  }
}
