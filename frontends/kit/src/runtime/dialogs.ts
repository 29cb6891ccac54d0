import { useEffect, useState, useSyncExternalStore } from 'react'

export type Question = {
  title: string
  text?: string
  /** Label of the button that says yes; for an alert, of its only button. */
  yes?: string
  /** Label of the button that says no; null makes it an alert with one button. */
  no?: string | null
  danger?: boolean
}

export type OpenQuestion = Question & { readonly id: number; readonly answer: (yes: boolean) => void }

let queue: readonly OpenQuestion[] = []
let asked = 0
const followers = new Set<() => void>()
const tell = (): void => {
  for (const follower of followers) follower()
}
const change = (next: readonly OpenQuestion[]): void => {
  queue = next
  tell()
}

/** Who can draw a question, the innermost last: the shell, and each dialog that is open. */
let hosts: readonly symbol[] = []

/** Asks in our own alert dialog: `if (await confirm({ title: 'Delete this rider?', yes: 'Delete', danger: true })) …` */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    asked += 1
    const id = asked
    const answer = (yes: boolean): void => {
      change(queue.filter((other) => other.id !== id))
      resolve(yes)
    }
    change([...queue, { ...question, id, answer }])
  })
}

/** Says one sentence in our own alert dialog; resolves when it was read: `await alert('Failed to update status')`. */
export async function alert(title: string, text?: string): Promise<void> {
  await confirm({ title, no: null, ...(text ? { text } : {}) })
}

/** Answers each open question with no: something else was chosen, by a scan, or a test has ended. */
export const dismissQuestions = (): void => {
  for (const { answer } of queue) answer(false)
}

const follow = (follower: () => void): (() => void) => {
  followers.add(follower)
  return () => followers.delete(follower)
}

/** The question on screen, for who draws it (kit/ui's `<Questions />`): the host that came last, undefined for the others. */
export const useOpenQuestion = (): OpenQuestion | undefined => {
  const [me] = useState(() => Symbol('host'))
  useEffect(() => {
    hosts = [...hosts, me]
    tell()
    return () => {
      hosts = hosts.filter((host) => host !== me)
      tell()
    }
  }, [me])
  return useSyncExternalStore(follow, () => (hosts.at(-1) === me ? queue[0] : undefined))
}
