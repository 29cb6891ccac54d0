import { useText } from '@tuma/kit/runtime'
import { texts } from './texts.ts'

/** Navigation state after a registration: the login repeats what the new client must do. */
export type RegisteredState = { registered: { email: string; adminVerifies: boolean } }

/** Navigation state of an opened link that was used, or of a session that ended during a request. */
export type DoneState = { done: 'verified' | 'reset' | 'ended'; email?: string | undefined }

export function WhatComesNext({ email, adminVerifies }: RegisteredState['registered']) {
  const text = useText(texts)
  return adminVerifies ? text('register.adminVerifies') : text('register.check', { email })
}
