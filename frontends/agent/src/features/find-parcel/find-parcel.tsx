import { ScanLine, Search } from '@tuma/kit/icons'
import { lazyScreen, useLocation, useText } from '@tuma/kit/runtime'
import { Button, Field, IconButton } from '@tuma/kit/ui'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { texts } from '../../texts.ts'
import { useBrought } from '../../use-brought.ts'
import { useFind } from './use-find.ts'

const Scanner = lazyScreen(async () => (await import('./scanner.tsx')).Scanner, null)
const later = [Scanner]

/**
 * Finds the shop's parcels by groups of the id, names or phones: typed, read by a hand scanner that types, or by the
 * camera. The one that fits opens, several are listed.
 */
export const FindParcel = () => {
  const text = useText(texts)
  const { state } = useLocation()
  const [typed, setTyped] = useState<string>(state?.search ?? '')
  const [scanning, setScanning] = useState(false)
  const { find, problem, looking } = useFind()
  const field = useRef<HTMLInputElement>(null)
  useBrought(later)
  const asked = Boolean(state?.typing)
  useEffect(() => {
    if (asked) field.current?.focus()
  }, [asked])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    find(typed, 'typed')
  }
  const scanned = (trackingId: string): void => {
    setScanning(false)
    setTyped(trackingId)
    find(trackingId, 'scanned')
  }
  return (
    <search className="w-full md:w-96">
      <form className="flex items-start gap-2" noValidate onSubmit={submit}>
        <div className="min-w-0 grow">
          <Field label={text('find.label')} error={problem}>
            {(control) => (
              <div className="t-affixed">
                <input
                  {...control}
                  ref={field}
                  className="t-input"
                  placeholder={text('find.example')}
                  aria-keyshortcuts="/ Control+K"
                  data-find
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  enterKeyHint="search"
                  value={typed}
                  onChange={(event) => setTyped(event.target.value)}
                />
                <IconButton label={text('find.scan')} onClick={() => setScanning(true)}>
                  <ScanLine size={22} aria-hidden />
                </IconButton>
              </div>
            )}
          </Field>
        </div>
        <Button type="submit" icon={Search} loading={looking} className="mt-7.25 h-12">
          <span className="sr-only md:not-sr-only">{text('find.go')}</span>
        </Button>
      </form>
      {scanning ? <Scanner onFound={scanned} onClose={() => setScanning(false)} /> : null}
    </search>
  )
}
