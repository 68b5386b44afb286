import { defaultIngressClass, defaultStorageClass, claimResize } from './default-classes.ts'
import { limitRanges } from './limit-ranges.ts'
import type { AdmissionPlugin } from './admission-plugin.ts'
import { podTopology, runtimeClass, serviceAccount } from './pod-plugins.ts'
import { podPriority, priorityClasses } from './priority-plugins.ts'

/** The plugins by `group/Kind`, in the order of a genuine server; `*` stands for the API domain. */
export const admissionPlugins: { readonly [type: string]: readonly AdmissionPlugin[] } = {
  '/PersistentVolumeClaim': [limitRanges, defaultStorageClass, claimResize],
  '/Pod': [limitRanges, serviceAccount, podPriority, runtimeClass, podTopology],
  'networking.*/Ingress': [defaultIngressClass],
  'scheduling.*/PriorityClass': [priorityClasses],
}

const none: readonly AdmissionPlugin[] = []

export function admissionPluginsOf(
  { group, kind }: { readonly group: string; readonly kind: string },
  apiDomain: string,
): readonly AdmissionPlugin[] {
  const isNamed = group.endsWith(`.${apiDomain}`)
  return (
    admissionPlugins[`${isNamed ? `${group.slice(0, -apiDomain.length)}*` : group}/${kind}`] ?? none
  )
}
