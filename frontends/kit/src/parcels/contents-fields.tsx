import type { Contents } from '@tuma/contracts/vocabulary'
import { useText } from '@tuma/kit/runtime'
import { TextArea, type useForm } from '@tuma/kit/ui'
import { Fragment, type ReactNode } from 'react'
import { parcelTexts } from './texts.ts'

export const emptyContents: Contents = { parcelDescription: '' }

type ContentsForm = Pick<ReturnType<typeof useForm<Contents, unknown>>, 'field'>

/** What the sender says about the contents: one control for each of `Contents`. */
export function ContentsFields({ form }: { form: ContentsForm }) {
  const text = useText(parcelTexts)
  const controls: Record<keyof Contents, ReactNode> = {
    parcelDescription: (
      <TextArea
        label={text('parcel.description')}
        hint={text('parcel.descriptionHint')}
        enterKeyHint="done"
        {...form.field('parcelDescription')}
      />
    ),
  }
  return Object.entries(controls).map(([name, control]) => <Fragment key={name}>{control}</Fragment>)
}
