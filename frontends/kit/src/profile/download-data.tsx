import { FileDown } from '@tuma/kit/icons'
import { calls, toast, useMutation, useText } from '@tuma/kit/runtime'
import { Button, Card, saveFile } from '@tuma/kit/ui'
import { profileTexts } from './texts.ts'

/** Downloads all data about the person who is logged in, as one file. */
export const DownloadData = () => {
  const text = useText(profileTexts)
  const download = useMutation({
    mutationFn: async () => {
      const held = JSON.stringify(await calls.ownData.download(), null, 2)
      saveFile(new Blob([held], { type: 'application/json' }), 'tuma-my-data.json')
    },
    onError: () => toast.error(text('downloadFailed')),
  })
  return (
    <Card>
      <p className="t-hint mb-4">{text('downloadHint')}</p>
      <Button variant="secondary" icon={FileDown} loading={download.isPending} onClick={() => download.mutate()}>
        {text('download')}
      </Button>
    </Card>
  )
}
