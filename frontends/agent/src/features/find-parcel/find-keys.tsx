import { Outlet, useNavigate } from '@tuma/kit/runtime'
import { useEffect, useEffectEvent } from 'react'
import { findPath } from './use-find.ts'

const typesInto = 'input, textarea, select, [contenteditable]'

/** "/" and Ctrl-K lead to the field that finds, from every screen of an agent. */
export const FindKeys = () => {
  const navigate = useNavigate()
  const lead = useEffectEvent((event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey, target } = event
    const slash = key === '/' && !ctrlKey && !metaKey && !altKey && !(target as Element).closest?.(typesInto)
    const palette = key.toLowerCase() === 'k' && (ctrlKey || metaKey)
    if (!(slash || palette) || document.querySelector('[role="dialog"], [role="alertdialog"]')) return
    event.preventDefault()
    const field = document.querySelector<HTMLInputElement>('[data-find]')
    if (!field) return void navigate(findPath, { state: { typing: true } })
    field.focus()
    field.select()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => lead(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  return <Outlet />
}
