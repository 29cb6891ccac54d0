import { kitTexts, type OpenQuestion, useOpenQuestion, useRootState, useText } from '@tuma/kit/runtime'
import { X } from 'lucide-react'
import { AlertDialog as RadixAlert, Dialog as RadixDialog } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'
import { useNoSecondPress } from './second-press.ts'

// Radix's own overlay locks the page with a <style> that our content security policy refuses: the veil is a plain div, the lock is in base.css.

/**
 * Ours are opened without Radix's trigger, so we remember ourselves where the focus came from. What is gone by then (the
 * button of a deleted row) leaves it to the nearest thing around it that takes one, at the latest to the page's main part.
 */
function useFocusReturn() {
  const openers = useRef<HTMLElement[]>([])
  return {
    onOpenAutoFocus: (event: Event) => {
      openers.current = [...withAncestors(findOpener(document.activeElement))]
      const dialog = event.currentTarget instanceof HTMLElement ? event.currentTarget : null
      const wanted = dialog?.querySelector('[data-first]:checked') ?? dialog?.querySelector('[data-first]')
      if (wanted instanceof HTMLElement && takesFocus(wanted)) event.preventDefault()
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      openers.current.find(takesFocus)
    },
  }
}

const takesFocus = (element: HTMLElement): boolean => {
  element.focus()
  return document.activeElement === element
}

/** An item of a menu goes with its menu: what opened that stays. */
const findOpener = (element: Element | null): Element | null => {
  const button = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return (button && document.getElementById(button)) || element
}

function* withAncestors(element: Element | null): Generator<HTMLElement> {
  for (let one = element; one instanceof HTMLElement && one !== document.body; one = one.parentElement) yield one
}

/**
 * A sheet from below on a phone, a window in the middle on a desk. Escape, the veil and the cross call `onClose`. A field
 * with `data-first` has the focus when it opens; of several the one that is chosen.
 */
export function Dialog({
  open,
  onClose,
  title,
  description,
  footer,
  wide = false,
  children,
}: {
  open: boolean
  onClose: () => void
  title: string
  description?: string
  /** Buttons; a submit button here reaches its form by the form's id (`<button form="…">`). */
  footer?: ReactNode
  wide?: boolean
  children: ReactNode
}) {
  const text = useText(kitTexts)
  const focusReturn = useFocusReturn()
  useNoSecondPress(open)
  useRootState('dialog', open)
  return (
    <>
      <RadixDialog.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
        <RadixDialog.Portal>
          <div className="t-veil" />
          <RadixDialog.Content
            className="t-dialog"
            data-wide={wide}
            {...focusReturn}
            {...(description ? {} : { 'aria-describedby': undefined })}
          >
            <header>
              <RadixDialog.Title>{title}</RadixDialog.Title>
              <RadixDialog.Close className="t-icon-button" aria-label={text('close')}>
                <X size={22} aria-hidden />
              </RadixDialog.Close>
            </header>
            <div className="t-dialog-body">
              {description ? (
                <RadixDialog.Description className="text-ink-soft mb-4">{description}</RadixDialog.Description>
              ) : null}
              {children}
            </div>
            {footer ? <footer>{footer}</footer> : null}
          </RadixDialog.Content>
        </RadixDialog.Portal>
      </RadixDialog.Root>
      {/* Asked over this dialog. The shell's Radix is another copy: this one would take its questions for the outside. */}
      {open ? <Questions /> : null}
    </>
  )
}

/** The foot of every dialog that does something: Cancel, and at its right the one action. */
export function DialogFoot({ onCancel, children }: { onCancel: () => void; children: ReactNode }) {
  const text = useText(kitTexts)
  return (
    <>
      <Button variant="secondary" onClick={onCancel}>
        {text('cancel')}
      </Button>
      {children}
    </>
  )
}

/** Draws what `confirm` and `alert` of kit/runtime ask, within a dialog that is open. */
export function Questions() {
  const question = useOpenQuestion()
  return question ? <Asked question={question} /> : null
}

/** One question, for a host that asks by itself whether there is one (the shell, which fetches this when there is). */
export function Asked({ question }: { question: OpenQuestion }) {
  const text = useText(kitTexts)
  const focusReturn = useFocusReturn()
  const { title, no = text('cancel'), yes = text('ok'), danger, answer } = question
  useNoSecondPress(question.id)
  useRootState('dialog')
  return (
    <RadixAlert.Root key={question.id} open onOpenChange={(open) => (open ? undefined : answer(false))}>
      <RadixAlert.Portal>
        <div className="t-veil" />
        <RadixAlert.Content
          className="t-dialog"
          {...focusReturn}
          {...(question.text ? {} : { 'aria-describedby': undefined })}
        >
          <header>
            <RadixAlert.Title>{title}</RadixAlert.Title>
          </header>
          <div className="t-dialog-body">
            {question.text ? <RadixAlert.Description>{question.text}</RadixAlert.Description> : null}
          </div>
          <footer>
            {/* The first of these has the focus: the harmless one, or the only one. */}
            <RadixAlert.Cancel asChild onClick={() => answer(no === null)}>
              <Button variant={no === null ? 'primary' : 'secondary'}>{no ?? yes}</Button>
            </RadixAlert.Cancel>
            {no === null ? null : (
              <RadixAlert.Action asChild onClick={() => answer(true)}>
                <Button variant={danger ? 'danger' : 'primary'}>{yes}</Button>
              </RadixAlert.Action>
            )}
          </footer>
        </RadixAlert.Content>
      </RadixAlert.Portal>
    </RadixAlert.Root>
  )
}
