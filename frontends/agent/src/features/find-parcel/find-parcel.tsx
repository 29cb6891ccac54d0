import { ScanLine, Search } from '@tuma/kit/icons'
import { calls, useErrorText, useMutation, useNavigate, useText } from '@tuma/kit/runtime'
import { Button, Field, IconButton } from '@tuma/kit/ui'
import { type FormEvent, useState } from 'react'
import { texts } from '../../texts.ts'
import { trackingIdIn } from './read-code.ts'
import { Scanner } from './scanner.tsx'

/** Jumps to one of the shop's parcels by its tracking id: typed, read by a hand scanner that types, or by the camera. */
export const FindParcel = () => {
  const text = useText(texts)
  const say = useErrorText()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState('')
  const [scanning, setScanning] = useState(false)
  const find = useMutation({
    mutationFn: (trackingId: string) => calls.deliveries.track({ trackingId }),
    onSuccess: ({ _id, deliveryType }) =>
      _id ? navigate(`/Agent/delivery/${deliveryType}/${_id}`) : setProblem(text('find.notFound')),
    onError: (error) => setProblem(say(error, text('find.failed'))),
  })
  const look = (read: string): void => {
    const trackingId = trackingIdIn(read)
    setProblem(trackingId ? '' : text(read.trim() ? 'find.notFound' : 'find.empty'))
    if (trackingId && !find.isPending) find.mutate(trackingId)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    look(typed)
  }
  const scanned = (trackingId: string): void => {
    setScanning(false)
    setTyped(trackingId)
    look(trackingId)
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
                  className="t-input font-mono"
                  placeholder="TM-XXXX-XXXX-XXXX"
                  autoComplete="off"
                  autoCapitalize="characters"
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
        <Button type="submit" icon={Search} loading={find.isPending} className="mt-7.25 h-12">
          <span className="sr-only md:not-sr-only">{text('find.go')}</span>
        </Button>
      </form>
      {scanning ? <Scanner onFound={scanned} onClose={() => setScanning(false)} /> : null}
    </search>
  )
}
