import { useSyncExternalStore } from 'react'

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
const change = (next: readonly OpenQuestion[]): void => {
  queue = next
  for (const follow of followers) follow()
}

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

/** The question on screen, for the one host that draws it (kit/ui's `<Questions />`, in the shell). */
export const useOpenQuestion = (): OpenQuestion | undefined =>
  useSyncExternalStore(
    (follow) => {
      followers.add(follow)
      return () => followers.delete(follow)
    },
    () => queue[0],
  )
