import type { Parts } from '../parts/parts.ts'
import {
  type FollowingController,
  followObjects,
  type ObjectFollower,
} from '../parts/follow-objects.ts'

/** Keeps the index of roles and bindings in step with the stored ones, if RBAC decides. */
export function followRoles(parts: Parts): FollowingController {
  const { authorizers, builtInResources, dialect, roles } = parts
  const group = `rbac.authorization.${dialect.apiDomain}`
  const isFollowed = authorizers.some(({ kind }) => kind === 'RBAC')
  const followers = (isFollowed ? builtInResources : []).flatMap(resource => {
    const calls = resource.group === group && callsFor(resource.kind, roles)
    return calls ? [followObjects({ resource, ...calls }, parts)] : []
  })
  return {
    whenLoaded: async () =>
      (await Promise.all(followers.map(one => one.whenLoaded()))).every(Boolean),
    whenIdle: async () => void (await Promise.all(followers.map(one => one.whenIdle()))),
    close: () => followers.forEach(one => one.close()),
  }
}

function callsFor(
  kind: string,
  roles: Parts['roles'],
): Pick<ObjectFollower, 'put' | 'remove'> | undefined {
  if (kind === 'Role' || kind === 'ClusterRole')
    return { put: roles.setRole, remove: roles.removeRole }
  if (kind === 'RoleBinding' || kind === 'ClusterRoleBinding')
    return { put: roles.setBinding, remove: roles.removeBinding }
  return undefined
}
