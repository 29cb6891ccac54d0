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
    // Keeps the QR code above the field in view.
    if (focused) place.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [focused])
  const other = () => {
    setRecovers(!recovers)
    const input = place.current?.querySelector('input')
    if (!input) return
    input.value = ''
    void control.onChange({ target: input, type: 'change' })
    input.focus({ preventScroll: true })
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
        <Button variant="quiet" size="small" className="-ml-2" onClick={other}>
          {text(recovers ? 'useCode' : 'useRecoveryCode')}
        </Button>
      ) : null}
    </div>
  )
}
