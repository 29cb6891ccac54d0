import { trackingIdIn } from '@tuma/contracts/vocabulary'
import { ScanLine } from '@tuma/kit/icons'
import { useText } from '@tuma/kit/runtime'
import * as z from '@tuma/kit/schema'
import { Button, FormDialog, TextField, useForm, useScanner } from '@tuma/kit/ui'
import { useState } from 'react'
import { newParcelTexts } from '../../new-parcel-texts.ts'
import { Scanner } from '../find-parcel/scanner.tsx'

type Props = {
  readonly action: string
  /** Its rejection is shown, and what was typed stays. */
  readonly onSticker: (sticker: string) => Promise<void> | void
  readonly onClose: () => void
}

/** Asks which sticker is on the parcel: read by the camera or a hand scanner, or typed. */
export function StickerDialog({ action, onSticker, onClose }: Props) {
  const text = useText(newParcelTexts)
  const [scanning, setScanning] = useState(false)
  const form = useForm({
    schema: z.object({
      sticker: z.string().check(z.refine((typed) => trackingIdIn(typed) !== null, text('sticker.notOne'))),
    }),
    defaults: { sticker: '' },
    failed: text('sticker.failed'),
    submit: async ({ sticker }) => await onSticker(trackingIdIn(sticker) ?? sticker),
  })
  const read = (sticker: string): void => {
    setScanning(false)
    form.set('sticker', sticker)
    void form.onSubmit()
  }
  useScanner(read)
  if (scanning) return <Scanner onFound={read} onClose={() => setScanning(false)} />
  return (
    <FormDialog form={form} onClose={onClose} title={text('sticker.scan')} action={action}>
      <Button variant="secondary" wide icon={ScanLine} onClick={() => setScanning(true)}>
        {text('sticker.camera')}
      </Button>
      <TextField
        label={text('sticker.field')}
        hint={text('sticker.hint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...form.field('sticker')}
      />
    </FormDialog>
  )
}
