import { dismissQuestions, Outlet, useNavigate } from '@tuma/kit/runtime'
import { useScanner } from '@tuma/kit/ui'
import { useEffect, useEffectEvent } from 'react'
import { findPath, useFind } from './use-find.ts'

const typesInto = 'input, textarea, select, [contenteditable]'
/** A scanner's next key comes sooner: its "/" is of an address. */
const slashWaitsMs = 60

/** "/" and Ctrl-K lead to the field that finds, from every screen of an agent; a scan opens its parcel. */
export const FindKeys = () => {
  const navigate = useNavigate()
  const { find } = useFind({ listsNothing: true })
  useScanner((trackingId) => {
    dismissQuestions()
    find(trackingId, 'typed')
  })
  const lead = useEffectEvent((): void => {
    const field = document.querySelector<HTMLInputElement>('[data-find]')
    if (!field) return void navigate(findPath, { state: { typing: true } })
    field.focus()
    field.select()
  })
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined
    const listen = (event: KeyboardEvent): void => {
      clearTimeout(waiting)
      const means = event instanceof KeyboardEvent ? meansToFind(event) : null
      if (means === null || document.querySelector('[role="dialog"], [role="alertdialog"]')) return
      event.preventDefault()
      if (means === 'palette') lead()
      else waiting = setTimeout(() => lead(), slashWaitsMs)
    }
    addEventListener('keydown', listen)
    return () => {
      clearTimeout(waiting)
      removeEventListener('keydown', listen)
    }
  }, [])
  return <Outlet />
}

const meansToFind = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): 'slash' | 'palette' | null => {
  if (key.toLowerCase() === 'k' && (ctrlKey || metaKey)) return 'palette'
  const isTyped = (target as Element).closest?.(typesInto)
  return key === '/' && !ctrlKey && !metaKey && !altKey && !isTyped ? 'slash' : null
}
