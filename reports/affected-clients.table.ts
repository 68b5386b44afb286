// Clients and tools that a fault breaks. `at` lists requirement ids, or a section, which covers its
// ids that no other line lists.

export const affectedClients: { at: string[]; breaks: string[] }[] = [
  {
    at: ['LIST-001', 'LIST-010', 'LIST-016', 'LIST-023', 'GET-001', 'WRITE-003', 'PATH-041'],
    breaks: [
      'client-go reflectors and controller-runtime caches (miss what was just written)',
      'scripts that read back what they wrote (kubectl wait, kubectl rollout status)',
    ],
  },
  {
    at: ['LIST-002', 'LIST-005', 'LIST-014', 'LIST-017', 'LIST-020', 'LIST-022', 'GET-002'],
    breaks: [
      'client-go reflectors before 1.35 (their first list requests resourceVersion=0)',
      'kubectl wait and kubectl rollout status (list at resourceVersion=0)',
    ],
  },
  {
    at: ['LIST-003', 'LIST-018', 'LIST-021', 'LIST-024', 'GET-003', 'GET-006'],
    breaks: ['client-go reflectors (go back in time when they relist after a disconnect)'],
  },
  {
    at: ['LIST-006', 'LIST-012', 'LIST-015', 'LIST-025'],
    breaks: ['auditors and backup tools (an Exact list is not a snapshot)'],
  },
  {
    at: ['LIST-004', 'LIST-013', 'LIST-019', 'PAGE-001'],
    breaks: ['kubectl get (requests pages of 500 objects)', 'kube-rs watchers (page size 500)'],
  },
  {
    at: ['LIST-007', 'LIST-008', 'LIST-009', 'LIST-026', 'PAGE-006'],
    breaks: ['every pager (kubectl get, client-go pager, kube-rs: stop after the first page)'],
  },
  {
    at: ['LIST-040', 'PAGE-003', 'PAGE-004', 'PAGE-005'],
    breaks: [
      'client-go reflectors (lost objects after a relist)',
      'kubectl get and backup tools (missing or duplicate objects after 500)',
      'kube-rs and kopf (watch from a version that their list did not return)',
    ],
  },
  {
    at: ['PAGE-002', 'PAGE-014', 'ENV-004', 'ENV-005'],
    breaks: [
      'every pager (kubectl get, client-go pager, kube-rs: stop early, or loop forever)',
      'kubectl get (objects missing beyond 500)',
    ],
  },
  {
    at: ['PAGE-007'],
    breaks: ['client-go pager (falls back to a full list on 410 Gone only)'],
  },
  {
    at: ['PAGE-012', 'WRITE-017'],
    breaks: [
      'client-go informers and kopf (lost changes between list and watch)',
      '@kubernetes/client-node and python watches (start from the version of their list)',
    ],
  },
  {
    at: ['ENV-003'],
    breaks: [
      'client-go reflectors (watch loop: no version to start from)',
      'kopf, @kubernetes/client-node (list for the version, then watch)',
    ],
  },
  {
    at: ['ENV-006', 'ENV-007', 'ENV-008', 'ENV-009'],
    breaks: ['progress displays and object counts that add remainingItemCount'],
  },
  {
    at: ['ENV-001', 'ENV-002', 'ENV-010', 'ENV-012', 'OBJ-001', 'OBJ-002', 'OBJ-003'],
    breaks: [
      'client-go decoders and kube-rs (refuse an unknown kind)',
      'python, fabric8 and @kubernetes/client-node models (wrong or empty objects)',
    ],
  },
  {
    at: ['ENV-014', 'ENV-015', 'ENV-016'],
    breaks: [
      'every watch client (client-go, kube-rs, fabric8)',
      'kopf (raises on an event of unknown type)',
    ],
  },
  {
    at: ['OBJ-007', 'OBJ-011', 'ERR-021'],
    breaks: [
      'leader election (two leaders by one Lease)',
      'kubectl create and controllers that create by name (overwritten objects)',
    ],
  },
  {
    at: ['OBJ-012', 'OBJ-013'],
    breaks: ['controllers that create by generateName (ReplicaSets, Jobs, events)'],
  },
  {
    at: ['OBJ-010', 'OBJ-018', 'OBJ-019', 'OBJ-020', 'OBJ-021', 'WRITE-011'],
    breaks: [
      'garbage collection by owner references (wrong or no owner)',
      'client-go informers (a replaced object looks like an update)',
    ],
  },
  {
    at: ['OBJ-022', 'OBJ-023'],
    breaks: [
      'client-go informers (skip an update whose version did not change)',
      'leader election and every optimistic update (overwrite each other)',
    ],
  },
  {
    at: ['OBJ-026', 'OBJ-028'],
    breaks: [
      'kubectl get (the AGE column)',
      'controllers (treat live objects as being deleted, or the reverse)',
    ],
  },
  {
    at: ['OBJ-029', 'OBJ-030'],
    breaks: ['controllers with finalizers (controller-runtime, kopf: objects never go away)'],
  },
  {
    at: ['OBJ-031', 'OBJ-032'],
    breaks: ['Helm and Argo CD (find their objects by labels)', 'kubectl label, kubectl annotate'],
  },
  {
    at: ['WRITE-008', 'WRITE-009', 'WRITE-010', 'ERR-008', 'ERR-009'],
    breaks: [
      'leader election (two leaders)',
      'every controller that retries on conflict (lost updates)',
    ],
  },
  {
    at: ['WRITE-001', 'WRITE-014'],
    breaks: ['controllers that go on with the returned object (stale version, empty uid)'],
  },
  {
    at: ['WRITE-005'],
    breaks: ['kubectl replace, kubectl edit and fabric8 replace (removed fields stay)'],
  },
  {
    at: ['WRITE-004', 'ENC-024', 'ENC-023', 'ERR-007'],
    breaks: [
      'typed client-go clients (send Protobuf)',
      'kubectl create namespace, quota and token (no fallback from Protobuf)',
    ],
  },
  {
    at: ['PATH-004', 'PATH-006', 'PATH-007', 'OBJ-008', 'OBJ-016'],
    breaks: [
      'tools limited to a namespace (Helm releases, Argo CD projects: see foreign objects)',
      'kubectl get --all-namespaces',
    ],
  },
  {
    at: ['PATH-034', 'PATH-035', 'PATH-036'],
    breaks: ['kubectl create namespace, Helm --create-namespace, every namespace picker'],
  },
  {
    at: ['PATH-030'],
    breaks: ['k9s, Headlamp, Lens and kubectl auth can-i (check permissions first)'],
  },
  {
    at: ['ERR-001', 'ERR-002', 'ERR-004', 'ERR-005'],
    breaks: ['kubectl create and apply (send fieldValidation=Strict: typos pass)'],
  },
  { at: ['paths-and-verbs'], breaks: ['every client (kubectl, client-go, kube-rs, fabric8 …)'] },
  { at: ['object-fields'], breaks: ['controllers and caches (identity and versions of objects)'] },
  { at: ['envelopes'], breaks: ['every list and watch client (envelope decoding)'] },
  { at: ['get'], breaks: ['client-go and controller-runtime (reads of one object)'] },
  { at: ['list'], breaks: ['client-go reflectors and informers', 'kube-rs watchers, kopf'] },
  { at: ['paging'], breaks: ['kubectl get, client-go pager, kube-rs (page size 500)'] },
  {
    at: ['watch'],
    breaks: [
      'client-go reflectors and informers (lost or duplicate events)',
      'kube-rs, kopf, fabric8, python and @kubernetes/client-node watches',
    ],
  },
  {
    at: ['create-and-update'],
    breaks: ['kubectl create and replace', 'controllers (create, then update on conflict)'],
  },
  {
    at: ['patch'],
    breaks: ['kubectl apply, patch, set, label and annotate', 'kopf, event recorders'],
  },
  {
    at: ['server-side-apply'],
    breaks: ['kubectl apply --server-side, Argo CD, Flux, Helm 4, controller-runtime'],
  },
  {
    at: ['custom-resources'],
    breaks: ['CRDs of operators, and kubectl wait for them', 'controller-runtime, kube-rs'],
  },
  {
    at: ['delete-and-finalizers'],
    breaks: ['kubectl delete (hangs, or orphans dependents)', 'controllers with finalizers'],
  },
  { at: ['field-validation'], breaks: ['kubectl create, apply and replace (Strict by default)'] },
  { at: ['dry-run'], breaks: ['kubectl diff, kubectl --dry-run=server, Argo CD and Flux diffs'] },
  {
    at: ['encodings'],
    breaks: ['typed client-go clients (Protobuf)', 'python client (chunked framing)'],
  },
  { at: ['table'], breaks: ['kubectl get, k9s, Headlamp, Lens (columns)'] },
  {
    at: ['health'],
    breaks: ['load balancers and node probes', 'kubectl get --raw /readyz?verbose'],
  },
  {
    at: ['errors'],
    breaks: ['clients that decide by status code (client-go retries, kopf, Helm)'],
  },
  { at: ['authentication'], breaks: ['every client with a token or certificate'] },
  {
    at: ['authorization'],
    breaks: ['k9s, Headlamp, Lens and kubectl auth can-i', 'tenants that share the cluster'],
  },
  { at: ['limits'], breaks: ['clients with large objects (Helm releases, ConfigMaps)'] },
]
