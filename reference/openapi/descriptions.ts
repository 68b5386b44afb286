// The descriptions of types and members in OpenAPI documents, which `explain` shows.

/** Returns the description of a definition; undefined if there is none. */
export function definitionDescription(short: string): string | undefined {
  if (Object.hasOwn(types, short)) return types[short]
  const kind = short.split('.').at(-1) ?? ''
  return kind.endsWith('List') ? `A list of objects of the kind ${kind.slice(0, -4)}.` : undefined
}

/** Returns the description of a member of a definition; undefined if there is none. */
export function memberDescription(short: string, name: string): string | undefined {
  const own = members[short]
  if (own && Object.hasOwn(own, name)) return own[name]
  return Object.hasOwn(commonDescriptions, name) ? commonDescriptions[name] : undefined
}

/** The members of objects of every kind, built-in or custom. */
export const commonDescriptions: { readonly [name: string]: string } = {
  apiVersion: 'The API group and version of this representation of the object.',
  kind: 'The kind of the object.',
  metadata: 'The metadata of the object: names, labels, versions and owners.',
  spec: 'The desired state.',
  status: 'The observed state, written by the server or a controller.',
  items: 'The objects of the list.',
}

const members: { readonly [short: string]: { readonly [name: string]: string } } = {
  'meta.v1.ObjectMeta': {
    annotations: 'Unstructured metadata for tools, by key. Selectors do not use it.',
    creationTimestamp: 'The time at which the server created the object.',
    deletionGracePeriodSeconds: 'The number of seconds until the deleted object is removed.',
    deletionTimestamp: 'The time at which the deleted object may be removed, set by the server.',
    finalizers: 'The controllers that must clean up before a deleted object is removed.',
    generateName: 'The prefix of the name that the server generates if none is given.',
    generation: 'A number that the server increases when the desired state changes.',
    labels: 'Keys and values by which objects are selected.',
    managedFields: 'The fields that each field manager has set.',
    name: 'The name, unique for each type within its namespace. It cannot change.',
    namespace: 'The namespace of the object; empty if its type is cluster-scoped.',
    ownerReferences: 'The owners; the object is garbage-collected when all of them are gone.',
    resourceVersion:
      'An opaque version that changes with every write. Compare it for equality only.',
    selfLink: 'No longer used.',
    uid: 'Distinguishes the object from earlier and later objects of the same name.',
  },
  'meta.v1.ListMeta': {
    continue: 'The token for the next page; empty on the last page.',
    remainingItemCount: 'The number of objects on later pages, if known.',
    resourceVersion: 'The resource version at which the list was read.',
    selfLink: 'No longer used.',
  },
  'meta.v1.OwnerReference': {
    apiVersion: 'The group and version of the owner.',
    blockOwnerDeletion: 'Whether a foreground deletion of the owner waits for this object.',
    controller: 'Whether the owner is the managing controller of the object.',
    kind: 'The kind of the owner.',
    name: 'The name of the owner.',
    uid: 'The uid of the owner.',
  },
  'meta.v1.LabelSelector': {
    matchExpressions: 'Requirements on labels, all of which must be met.',
    matchLabels: 'Labels that must be present with these values.',
  },
  'meta.v1.Condition': {
    lastTransitionTime: 'The time at which the status of the condition last changed.',
    message: 'A message for people.',
    observedGeneration: 'The generation of the object for which the condition was set.',
    reason: 'The reason for the status, for programs.',
    status: 'True, False or Unknown.',
    type: 'The type of the condition.',
  },
  'meta.v1.Status': {
    code: 'The HTTP status code.',
    details: 'The object concerned, and the causes of the failure.',
    message: 'A message for people.',
    reason: 'The reason for the failure, for programs.',
    status: 'Success or Failure.',
  },
  'meta.v1.DeleteOptions': {
    dryRun: 'All: the request is processed, but nothing is deleted.',
    gracePeriodSeconds: 'The number of seconds until the object is removed.',
    orphanDependents: 'Deprecated: use propagationPolicy Orphan.',
    preconditions: 'The uid and resource version that the object must have to be deleted.',
    propagationPolicy: 'What happens to dependents: Orphan, Background or Foreground.',
  },
  'core.v1.ConfigMap': {
    binaryData: 'Binary values by key, in base64.',
    data: 'String values by key.',
    immutable: 'Whether updates of the data are refused.',
  },
  'core.v1.Secret': {
    data: 'Binary values by key, in base64.',
    immutable: 'Whether updates of the data are refused.',
    stringData: 'String values by key, which the server merges into the data. Write-only.',
    type: 'The intended use of the data.',
  },
}

const types: { readonly [short: string]: string } = {
  'meta.v1.ObjectMeta': 'The metadata of an object of any kind.',
  'meta.v1.ListMeta': 'The metadata of a list of any kind.',
  'meta.v1.Status': 'The result of a request that returns no object.',
  'meta.v1.DeleteOptions': 'The options of a delete request.',
  'meta.v1.Patch': 'A patch in the format of its media type.',
  'meta.v1.WatchEvent': 'A change to an object, as reported by a watch.',
  'meta.v1.Time': 'An RFC 3339 time with a precision of seconds.',
  'meta.v1.MicroTime': 'An RFC 3339 time with a precision of microseconds.',
  'meta.v1.FieldsV1': 'A set of fields, as stored in managedFields.',
  'resource.Quantity': 'A number with a unit, such as 100m, 1.5 or 2Gi.',
  'intstr.IntOrString': 'An integer or a string.',
  'admissionregistration.v1.MutatingAdmissionPolicy': 'Rules that change objects on admission.',
  'admissionregistration.v1.MutatingAdmissionPolicyBinding':
    'The resources to which the policy applies.',
  'admissionregistration.v1.MutatingWebhookConfiguration':
    'Webhooks that may change objects on admission.',
  'admissionregistration.v1.ValidatingAdmissionPolicy':
    'Rules that accept or refuse objects on admission.',
  'admissionregistration.v1.ValidatingAdmissionPolicyBinding':
    'The resources to which the policy applies.',
  'admissionregistration.v1.ValidatingWebhookConfiguration':
    'Webhooks that accept or refuse objects on admission.',
  'apiextensions.v1.CustomResourceDefinition': 'The definition of a custom resource type.',
  'apps.v1.ControllerRevision': 'A saved revision of a workload, used for rollbacks.',
  'apps.v1.DaemonSet': 'One pod on each node.',
  'apps.v1.Deployment': 'A set of identical pods with rolling updates.',
  'apps.v1.ReplicaSet': 'A set of identical pods of a given size.',
  'apps.v1.StatefulSet': 'A set of pods with stable names and storage.',
  'autoscaling.v1.HorizontalPodAutoscaler': 'Scales a workload by its load.',
  'autoscaling.v1.Scale': 'The actual and desired number of replicas.',
  'autoscaling.v2.HorizontalPodAutoscaler': 'Scales a workload by its load.',
  'batch.v1.CronJob': 'A job that runs on a schedule.',
  'batch.v1.Job': 'Pods that run to completion.',
  'certificates.v1.CertificateSigningRequest': 'A request for a signed certificate.',
  'coordination.v1.Lease': 'The holder of a lock, and the time until it expires.',
  'core.v1.ConfigMap': 'Configuration data for pods.',
  'core.v1.Container': 'A container of a pod.',
  'core.v1.Endpoints': 'The addresses of a service. EndpointSlice replaces it.',
  'core.v1.Event': 'A report of something that happened to an object.',
  'core.v1.LimitRange': 'Limits and defaults for the resources of pods in a namespace.',
  'core.v1.Namespace': 'A scope for the names of objects.',
  'core.v1.Node': 'A worker machine that runs pods.',
  'core.v1.PersistentVolume': 'A volume of storage in the cluster.',
  'core.v1.PersistentVolumeClaim': 'A request for a volume of storage.',
  'core.v1.Pod': 'A group of containers that run together on one node.',
  'core.v1.PodTemplate': 'A template for creating pods.',
  'core.v1.ReplicationController': 'A set of identical pods. ReplicaSet replaces it.',
  'core.v1.ResourceQuota': 'Limits on the total resources of a namespace.',
  'core.v1.Secret': 'Confidential data for pods.',
  'core.v1.Service': 'A stable address for a set of pods.',
  'core.v1.ServiceAccount': 'The identity of pods when they call the API server.',
  'discovery.v1.EndpointSlice': 'Some of the network endpoints of a service.',
  'events.v1.Event': 'A report of something that happened to an object.',
  'networking.v1.IPAddress': 'An IP address that is in use.',
  'networking.v1.Ingress': 'Rules that route external requests to services.',
  'networking.v1.IngressClass': 'The controller that implements an ingress.',
  'networking.v1.NetworkPolicy': 'The traffic that may enter and leave a set of pods.',
  'networking.v1.ServiceCIDR': 'A range of IP addresses for services.',
  'policy.v1.Eviction': 'A request to evict a pod, subject to its disruption budget.',
  'policy.v1.PodDisruptionBudget':
    'The number of pods that must remain available during voluntary disruptions.',
  'rbac.v1.ClusterRole': 'A set of permissions for the whole cluster.',
  'rbac.v1.ClusterRoleBinding': 'Grants the permissions of a cluster role in the whole cluster.',
  'rbac.v1.Role': 'A set of permissions in a namespace.',
  'rbac.v1.RoleBinding': 'Grants the permissions of a role in a namespace.',
  'scheduling.v1.PriorityClass': 'A priority for pods.',
  'storage.v1.CSIDriver': 'A CSI volume driver.',
  'storage.v1.CSINode': 'The CSI drivers on a node.',
  'storage.v1.CSIStorageCapacity': 'The storage capacity that is available in a topology segment.',
  'storage.v1.StorageClass': 'A class of storage that claims can request.',
  'storage.v1.VolumeAttachment': 'A request to attach a volume to a node.',
  'storage.v1.VolumeAttributesClass': 'Attributes of a volume that can be changed.',
}
