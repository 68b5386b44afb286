// The descriptions of types and members in OpenAPI documents, which `explain` shows.

/** Returns the description of a definition; undefined if there is none. */
export function definitionDescription(short: string): string | undefined {
  if (Object.hasOwn(types, short)) return types[short]
  const kind = short.split('.').at(-1) ?? ''
  return kind.endsWith('List') ? `Several objects of the kind ${kind.slice(0, -4)}.` : undefined
}

/** Returns the description of a member of a definition; undefined if there is none. */
export function memberDescription(short: string, name: string): string | undefined {
  const own = members[short]
  if (own && Object.hasOwn(own, name)) return own[name]
  return Object.hasOwn(commonDescriptions, name) ? commonDescriptions[name] : undefined
}

/** The members of objects of every kind, built-in or custom. */
export const commonDescriptions: { readonly [name: string]: string } = {
  apiVersion: 'The group and the version in whose form the object is.',
  kind: 'The kind of the object.',
  metadata: 'What all objects have: their names, labels, versions and owners.',
  spec: 'What is wanted.',
  status: 'What has been seen; a server or a controller writes it.',
  items: 'The objects of the list.',
}

const members: { readonly [short: string]: { readonly [name: string]: string } } = {
  'meta.v1.ObjectMeta': {
    annotations: 'Texts for tools, by names that they choose. Nothing is selected by them.',
    creationTimestamp: 'When the object was created. The server sets it.',
    deletionGracePeriodSeconds: 'How long the object may still work after it was deleted.',
    deletionTimestamp: 'When the object is to be gone; set as soon as somebody deletes it.',
    finalizers: 'Who still has to clean up before a deleted object is removed.',
    generateName: 'How the name begins that the server makes when none is given.',
    generation: 'A number that grows whenever what is wanted changes.',
    labels: 'Short texts by which objects are selected.',
    managedFields: 'Who has set which fields.',
    name: 'The name; unique in its namespace among objects of the type, and never changed.',
    namespace: 'The namespace that the object is in; empty for objects of the cluster.',
    ownerReferences: 'The objects that this one goes with.',
    resourceVersion: 'Changes with every write. Not to be read but to be compared and sent back.',
    selfLink: 'No longer used.',
    uid: 'Tells the object from all others of its name, before and after it.',
  },
  'meta.v1.ListMeta': {
    continue: 'The token by which the next chunk is asked for; empty when there is none.',
    remainingItemCount: 'How many objects are not in this chunk, where that is known.',
    resourceVersion: 'The version of the state that the list is of.',
    selfLink: 'No longer used.',
  },
  'meta.v1.OwnerReference': {
    apiVersion: 'The group and version of the owner.',
    blockOwnerDeletion: 'Whether the owner waits for this object when it goes last.',
    controller: 'Whether the owner is the one that manages the object.',
    kind: 'The kind of the owner.',
    name: 'The name of the owner.',
    uid: 'The uid of the owner.',
  },
  'meta.v1.LabelSelector': {
    matchExpressions: 'Conditions on labels, all of which have to hold.',
    matchLabels: 'Labels that have to be there with these values.',
  },
  'meta.v1.Condition': {
    lastTransitionTime: 'When the status of the condition last changed.',
    message: 'For people: what has happened.',
    observedGeneration: 'The generation that the condition was seen at.',
    reason: 'For programs: why the status is what it is.',
    status: 'True, False or Unknown.',
    type: 'What the condition is about.',
  },
  'meta.v1.Status': {
    code: 'The status of the answer.',
    details: 'What the answer is about, and what is wrong with it.',
    message: 'For people: what has happened.',
    reason: 'For programs: why.',
    status: 'Success or Failure.',
  },
  'meta.v1.DeleteOptions': {
    dryRun: 'All: everything is done but the delete itself.',
    gracePeriodSeconds: 'How long the object may still work.',
    orphanDependents: 'The older name of the policy Orphan.',
    preconditions: 'What has to be so, or nothing is deleted.',
    propagationPolicy: 'What becomes of dependents: Orphan, Background, Foreground.',
  },
  'core.v1.ConfigMap': {
    binaryData: 'Bytes by key, in base64.',
    data: 'Texts by key.',
    immutable: 'Whether the data stays as it is.',
  },
  'core.v1.Secret': {
    data: 'Bytes by key, in base64.',
    immutable: 'Whether the data stays as it is.',
    stringData: 'Texts by key, to be written as data; never read.',
    type: 'What the data is for.',
  },
}

const types: { readonly [short: string]: string } = {
  'meta.v1.ObjectMeta': 'What objects of every kind have.',
  'meta.v1.ListMeta': 'What lists of every kind have.',
  'meta.v1.Status': 'The answer to a request that gives no object: how it ended.',
  'meta.v1.DeleteOptions': 'How something is to be deleted.',
  'meta.v1.Patch': 'A change to an object, in the form that its media type says.',
  'meta.v1.WatchEvent': 'Something that happened to an object, as a watch tells it.',
  'meta.v1.Time': 'A time to the second, as RFC 3339 writes it.',
  'meta.v1.MicroTime': 'A time to the microsecond, as RFC 3339 writes it.',
  'meta.v1.FieldsV1': 'A set of fields.',
  'resource.Quantity': 'A number with a unit, such as 100m, 1.5 or 2Gi.',
  'intstr.IntOrString': 'A number or a text.',
  'admissionregistration.v1.MutatingAdmissionPolicy':
    'Rules by which objects are changed on entry.',
  'admissionregistration.v1.MutatingAdmissionPolicyBinding': 'Where such rules are in force.',
  'admissionregistration.v1.MutatingWebhookConfiguration':
    'Servers that are asked to change what is written.',
  'admissionregistration.v1.ValidatingAdmissionPolicy': 'Rules by which objects are refused.',
  'admissionregistration.v1.ValidatingAdmissionPolicyBinding': 'Where such rules are in force.',
  'admissionregistration.v1.ValidatingWebhookConfiguration':
    'Servers that are asked whether to take what is written.',
  'apiextensions.v1.CustomResourceDefinition': 'A type that users have defined.',
  'apps.v1.ControllerRevision': 'A state of a set of pods to which one can go back.',
  'apps.v1.DaemonSet': 'One pod on each node.',
  'apps.v1.Deployment': 'Pods that are all alike, replaced step by step when they are to change.',
  'apps.v1.ReplicaSet': 'A number of pods that are all alike.',
  'apps.v1.StatefulSet': 'Pods with names and storage of their own.',
  'autoscaling.v1.HorizontalPodAutoscaler': 'How many pods there are to be, by their load.',
  'autoscaling.v1.Scale': 'How many pods a set has, and is to have.',
  'autoscaling.v2.HorizontalPodAutoscaler': 'How many pods there are to be, by their load.',
  'batch.v1.CronJob': 'A job that is started by the clock.',
  'batch.v1.Job': 'Pods that run until their work is done.',
  'certificates.v1.CertificateSigningRequest': 'A certificate that somebody asks for.',
  'coordination.v1.Lease': 'Who holds something, and until when.',
  'core.v1.ConfigMap': 'Settings that pods can read.',
  'core.v1.Container': 'A program in a pod.',
  'core.v1.Endpoints': 'Where the pods of a service are, in the older form.',
  'core.v1.Event': 'Something that happened to an object.',
  'core.v1.LimitRange': 'What pods of a namespace may ask for at least and at most.',
  'core.v1.Namespace': 'A room for names.',
  'core.v1.Node': 'A machine on which pods run.',
  'core.v1.PersistentVolume': 'Storage that is there.',
  'core.v1.PersistentVolumeClaim': 'Storage that somebody asks for.',
  'core.v1.Pod': 'Programs that run together on one node.',
  'core.v1.PodTemplate': 'What pods are made from.',
  'core.v1.ReplicationController': 'A number of pods that are all alike, in the older form.',
  'core.v1.ResourceQuota': 'What a namespace may use in all.',
  'core.v1.Secret': 'Settings that are not for everybody.',
  'core.v1.Service': 'Pods under one address.',
  'core.v1.ServiceAccount': 'Who a pod is to the server.',
  'discovery.v1.EndpointSlice': 'Where some of the pods of a service are.',
  'events.v1.Event': 'Something that happened to an object.',
  'networking.v1.IPAddress': 'An address that is in use.',
  'networking.v1.Ingress': 'Which services answer to the world, and under which names.',
  'networking.v1.IngressClass': 'Who sees to an ingress.',
  'networking.v1.NetworkPolicy': 'Who may talk to some pods, and to whom they may talk.',
  'networking.v1.ServiceCIDR': 'Addresses that services may have.',
  'policy.v1.Eviction': 'The wish that a pod goes, as far as its budget lets it.',
  'policy.v1.PodDisruptionBudget': 'How many pods have to be there whatever is done.',
  'rbac.v1.ClusterRole': 'Rights, in all namespaces and outside of them.',
  'rbac.v1.ClusterRoleBinding': 'Who has the rights of a role everywhere.',
  'rbac.v1.Role': 'Rights in a namespace.',
  'rbac.v1.RoleBinding': 'Who has the rights of a role in a namespace.',
  'scheduling.v1.PriorityClass': 'How urgent some pods are.',
  'storage.v1.CSIDriver': 'A driver for storage.',
  'storage.v1.CSINode': 'The drivers for storage on a node.',
  'storage.v1.CSIStorageCapacity': 'How much storage is left in a place.',
  'storage.v1.StorageClass': 'A sort of storage that one can ask for.',
  'storage.v1.VolumeAttachment': 'That storage is to be at a node.',
  'storage.v1.VolumeAttributesClass': 'Traits of storage that can change.',
}
