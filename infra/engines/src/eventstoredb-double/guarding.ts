import gossip from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import gossiped from '@eventstore/db-client/generated/gossip_pb.js'
import {
  Metadata,
  type ServerUnaryCall,
  type sendUnaryData,
  status,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js'
import type { Habits, Refusal } from './habits.ts'

/** The kind of a call in the server's access lists. `$all` has a list of its own. */
export type Right = 'append' | 'read' | 'readAll'
export type DoubleUser = { readonly name: string; readonly password: string; readonly rights: readonly Right[] }

const denied = new Metadata()
denied.set('exception', 'access-denied')
const accessDenied: Refusal = { code: status.PERMISSION_DENIED, details: 'Access Denied', metadata: denied }
/** The server's words, before it looks at the request. */
const notAuthenticated: Refusal = { code: status.UNAUTHENTICATED, details: 'Unauthenticated' }

/** The user of a call by its basic authentication; null without a name; a refusal for a wrong password. */
const toUser = ({ users }: Habits, metadata: Metadata): DoubleUser | Refusal | null => {
  const [header] = metadata.get('authorization')
  if (header === undefined) return null
  const said = Buffer.from(String(header).replace(/^Basic /, ''), 'base64').toString()
  return users?.find(({ name, password }) => said === `${name}:${password}`) ?? notAuthenticated
}

/** Whether the server does not know the caller. The right to append is checked later, within the stream. */
export const unauthenticated = (habits: Habits, metadata: Metadata): Refusal | null => {
  const user = habits.users ? toUser(habits, metadata) : null
  return user && 'code' in user ? user : null
}

export const getRefusal = (habits: Habits, metadata: Metadata, right: Right): Refusal | null => {
  if (habits.refusing) return habits.refusing
  if (!habits.users) return null
  const user = toUser(habits, metadata)
  if (user && 'code' in user) return user
  return user?.rights.includes(right) ? null : accessDenied
}

/** A cluster of one server; without a leader while it is not ready. */
export const gossipService = gossip.GossipService
export const gossiping = (habits: Habits, port: number): UntypedServiceImplementation => ({
  read(_call: ServerUnaryCall<unknown, unknown>, answer: sendUnaryData<unknown>) {
    const { MemberInfo, EndPoint, ClusterInfo } = gossiped
    const isReady = habits.refusing?.code !== status.UNAVAILABLE
    const member = new MemberInfo()
    member.setState(isReady ? MemberInfo.VNodeState.LEADER : MemberInfo.VNodeState.INITIALIZING)
    member.setIsAlive(true)
    member.setHttpEndPoint(new EndPoint().setAddress('127.0.0.1').setPort(port))
    answer(null, new ClusterInfo().setMembersList([member]))
  },
})
