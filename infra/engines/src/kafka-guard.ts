import type { Certificates } from './certificates.ts'

export type User = { readonly username: string; readonly password: string }
/** Certificates, and users beside the operator, who may do everything. */
export type Guarded = { readonly certificates: Certificates; readonly users: readonly User[] }

const plainLogin = ({ username, password }: User, users: readonly User[]) =>
  `org.apache.kafka.common.security.plain.PlainLoginModule required username="${username}" password="${password}"${users
    .map((one) => ` user_${one.username}="${one.password}"`)
    .join('')};`
const scram = ['SCRAM-SHA-256', 'SCRAM-SHA-512']
const scramLogin = ({ username, password }: User) =>
  `org.apache.kafka.common.security.scram.ScramLoginModule required username="${username}" password="${password}";`

/** The broker's settings, as in docker-compose.yml and the manifests. */
export const guardedBy = (operator: User, { certificates, users }: Guarded): Record<string, string> => ({
  'ssl.keystore.type': 'PEM',
  'ssl.keystore.location': `${certificates.of('kafka')}/tls.pem`,
  'ssl.truststore.type': 'PEM',
  'ssl.truststore.location': `${certificates.of('kafka')}/ca.crt`,
  'sasl.enabled.mechanisms': ['PLAIN', ...scram].join(','),
  'sasl.mechanism.inter.broker.protocol': 'PLAIN',
  'listener.name.clients.plain.sasl.jaas.config': plainLogin(operator, [operator, ...users]),
  'listener.name.clients.scram-sha-256.sasl.jaas.config': scramLogin(operator),
  'listener.name.clients.scram-sha-512.sasl.jaas.config': scramLogin(operator),
  'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
  // Only the node itself reaches the controller's listener, which asks for no user.
  'super.users': `User:${operator.username};User:ANONYMOUS`,
})

/** Options of `StorageTool format`: the only way to make a SCRAM user before the first one can log in. */
export const scramUsers = (operator?: User, guarded?: Guarded): string[] =>
  (operator && guarded ? [operator, ...guarded.users] : []).flatMap(({ username, password }) =>
    scram.flatMap((mechanism) => ['--add-scram', `${mechanism}=[name=${username},password=${password}]`]),
  )
