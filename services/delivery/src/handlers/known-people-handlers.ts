import { implement } from '@orpc/server'
import { deliveryContract } from '@tuma/contracts/services'
import type { Dependencies } from '../dependencies.ts'
import { knownPeople, knownPeopleStream } from '../domain/people/known-people.ts'

/** The people to whom an account has sent, and those whom the account no longer wants to see. */
export const knownPeopleHandlers = ({ streams, known, buildMetadata }: Dependencies) => {
  const os = implement(deliveryContract)
  const handle = streams.getHandler(knownPeople)
  return {
    knownPeople: os.knownPeople.handler(async ({ input }) => ({
      people: await known.people(input),
      last: await known.last(input.ownerId),
    })),
    forgetPeople: os.forgetPeople.handler(async ({ input: { asked, ownerId: accountId, personId } }) => {
      if (!(await known.knows(accountId, personId))) return {}
      const metadata = buildMetadata(asked)
      const command = { type: 'ForgetPeople', accountId, personId, at: metadata.at } as const
      await handle(knownPeopleStream(accountId), command, metadata)
      return {}
    }),
  }
}
