import { WrongSettings } from '@tuma/platform/runtime'
import type { NotificationSettings } from '../settings.ts'
import { africasTalking } from './africas-talking.ts'
import { demoProvider, missingProvider, type Providers, type SmsProvider } from './provider.ts'
import { smtp } from './smtp.ts'

/** The providers of SMS and emails in the settings; a demonstration keeps messages of the others. @throws WrongSettings */
export const providersFrom = (settings: NotificationSettings): Providers => {
  const { SMTP_URL: url, CONTACT_EMAIL, MAIL_FROM: from = CONTACT_EMAIL } = settings
  const otherwise = settings.demonstration ? demoProvider : missingProvider
  return { sms: smsProvider(settings) ?? otherwise, email: url === undefined ? otherwise : smtp({ url, from }) }
}

const smsProvider = (settings: NotificationSettings): SmsProvider | null => {
  const { AT_USERNAME: username, AT_API_KEY: apiKey, AT_SENDER_ID: senderId, AT_BASE_URL: baseUrl } = settings
  if (username === undefined && apiKey === undefined) return null
  if (username === undefined || apiKey === undefined)
    throw new WrongSettings(['AT_USERNAME: goes together with AT_API_KEY'])
  return africasTalking({ username, apiKey, senderId, baseUrl })
}
