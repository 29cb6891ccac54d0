import { kitTexts, useText } from '@tuma/kit/runtime'
import { useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { TextField } from './field.tsx'
import type { FormControl } from './form.tsx'

type Props = FormControl & {
  /** Where a recovery code serves as well. */
  orRecovery?: boolean
  /** Where it is all that is left to do. */
  focused?: boolean
}

/** A code of an authenticator app, which a phone offers its digits for; who has lost theirs types a recovery code. */
export function CodeField({ orRecovery = false, focused = false, ...control }: Props) {
  const text = useText(kitTexts)
  const [recovers, setRecovers] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (focused) focusIn(place.current)
  }, [focused])
  const other = () => {
    setRecovers(!recovers)
    focusIn(place.current)
  }
  return (
    <div ref={place}>
      <TextField
        label={text(recovers ? 'recoveryCode' : 'code')}
        hint={text(recovers ? 'recoveryCodeHint' : 'codeHint')}
        inputMode={recovers ? 'text' : 'numeric'}
        autoComplete={recovers ? 'off' : 'one-time-code'}
        autoCapitalize={recovers ? 'characters' : 'none'}
        spellCheck={false}
        {...control}
      />
      {orRecovery ? (
        <Button variant="quiet" size="small" onClick={other}>
          {text(recovers ? 'useCode' : 'useRecoveryCode')}
        </Button>
      ) : null}
    </div>
  )
}

/** What stands above it stays in view: the QR code. */
const focusIn = (place: HTMLElement | null): void => place?.querySelector('input')?.focus({ preventScroll: true })
