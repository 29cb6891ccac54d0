import type { IdentityClient } from '@tuma/contracts/services'
import { isOfSignIn, linkIn, type MessageEvent } from './domain/message.ts'

type Composed = Extract<MessageEvent, { type: 'MessageComposed' }>['data']
/** What a message says, and to whom. */
export type Letter = Omit<Composed['recipient'], 'personId'>

/** What is to be sent; null when it is of no use any more: the link in it has ended. May wait for identity. */
export type LetterOf = (composed: Composed) => Promise<Letter | null>

export const letters =
  (identity: Pick<IdentityClient, 'linkMail'>): LetterOf =>
  async ({ template, about, recipient: { personId: _, ...letter } }) => {
    const link = isOfSignIn(template) ? linkIn(about) : null
    return link === null || (await identity.linkMail(link)) ? letter : null
  }
