import type { KafkaConfig } from 'kafkajs'
import { WrongSettings } from '../../runtime/settings.ts'
import { certificateIn } from '../certificate-file.ts'

/**
 * The ways in which a listener of Kafka checks a client. PLAIN shows the broker the password, so it needs TLS; SCRAM
 * does not.
 */
export const saslMechanisms = ['plain', 'scram-sha-256', 'scram-sha-512'] as const

export type KafkaUser = {
  readonly username: string
  readonly password: string
  /** Default 'plain'. */
  readonly mechanism?: (typeof saslMechanisms)[number]
}

export type KafkaSecurity = {
  readonly user?: KafkaUser | undefined
  /** TLS. `ca` is PEM, for a broker whose certificate no public authority signed. */
  readonly tls?: { readonly ca?: string } | undefined
}

type SecuritySettings = {
  readonly KAFKA_USERNAME?: string | undefined
  readonly KAFKA_PASSWORD?: string | undefined
  readonly KAFKA_SASL?: KafkaUser['mechanism'] | undefined
  readonly KAFKA_TLS?: 'yes' | 'no' | undefined
  readonly KAFKA_CA_FILE?: string | undefined
}

/** @throws WrongSettings with a sentence for settings that do not fit together, and for a file without a certificate */
export const readKafkaSecurity = async (settings: SecuritySettings): Promise<KafkaSecurity> => {
  const { KAFKA_USERNAME: username, KAFKA_PASSWORD: password, KAFKA_SASL: mechanism } = settings
  const { KAFKA_TLS = 'no', KAFKA_CA_FILE } = settings
  if ((username === undefined) !== (password === undefined))
    throw new WrongSettings(['KAFKA_USERNAME: goes together with KAFKA_PASSWORD'])
  if (mechanism !== undefined && username === undefined)
    throw new WrongSettings(['KAFKA_SASL: goes together with KAFKA_USERNAME'])
  if (KAFKA_CA_FILE && KAFKA_TLS === 'no') throw new WrongSettings(['KAFKA_CA_FILE: goes together with KAFKA_TLS=yes'])
  return {
    user: username && password ? { username, password, mechanism: mechanism ?? 'plain' } : undefined,
    tls:
      KAFKA_TLS === 'no' ? undefined : KAFKA_CA_FILE ? { ca: await certificateIn('KAFKA_CA_FILE', KAFKA_CA_FILE) } : {},
  }
}

/** The same as options of the client. */
export const securityOptions = ({ user, tls }: KafkaSecurity): Pick<KafkaConfig, 'sasl' | 'ssl'> => ({
  ...(user && { sasl: { ...user, mechanism: user.mechanism ?? 'plain' } as NonNullable<KafkaConfig['sasl']> }),
  ...(tls && { ssl: tls.ca === undefined ? true : { ca: [tls.ca] } }),
})
