import { useText } from '@tuma/kit/runtime'
import { texts } from './texts.ts'

/** Navigation state that a registration leaves with: the login says once more what it waits for. */
export type RegisteredState = { registered: { email: string; adminVerifies: boolean } }

/** Of a link that was opened, and served; or of a session that has ended under what was sent. */
export type DoneState = { done: 'verified' | 'reset' | 'ended'; email?: string | undefined }

export function WhatComesNext({ email, adminVerifies }: RegisteredState['registered']) {
  const text = useText(texts)
  return adminVerifies ? text('register.adminVerifies') : text('register.check', { email })
}
