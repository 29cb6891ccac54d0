import { useText } from '@tuma/kit/runtime'
import { PageHeader, Tabs } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { OptOuts } from './opt-outs.tsx'
import { SentCampaigns } from './sent-campaigns.tsx'
import { Write } from './write.tsx'

export const Marketing = () => {
  const text = useText(texts)
  return (
    <>
      <PageHeader title={text('sms.title')} intro={text('sms.intro')} />
      <Tabs
        label={text('sms.title')}
        inAddress="tab"
        tabs={[
          { id: 'write', label: text('sms.tab.write'), content: <Write /> },
          { id: 'sent', label: text('sms.tab.sent'), content: <SentCampaigns /> },
          { id: 'opted-out', label: text('sms.tab.optedOut'), content: <OptOuts /> },
        ]}
      />
    </>
  )
}
