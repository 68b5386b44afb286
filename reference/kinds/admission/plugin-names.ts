/** The admission plug-ins that a genuine server of release 1.36 has. */
export const pluginNames: readonly string[] = [
  ...['AlwaysAdmit', 'AlwaysDeny', 'AlwaysPullImages', 'CertificateApproval'],
  ...['CertificateSigning', 'CertificateSubjectRestriction', 'ClusterTrustBundleAttest'],
  ...['DefaultIngressClass', 'DefaultStorageClass', 'DefaultTolerationSeconds'],
  ...['DenyServiceExternalIPs', 'EventRateLimit', 'ExtendedResourceToleration'],
  ...['ImagePolicyWebhook', 'JobValidation', 'LimitPodHardAntiAffinityTopology', 'LimitRanger'],
  ...['MutatingAdmissionPolicy', 'MutatingAdmissionWebhook', 'NamespaceAutoProvision'],
  ...['NamespaceExists', 'NamespaceLifecycle', 'NodeDeclaredFeatureValidator', 'NodeRestriction'],
  ...['OwnerReferencesPermissionEnforcement', 'PersistentVolumeClaimResize'],
  ...['PodGroupProtection', 'PodGroupWorkloadExists', 'PodNodeSelector', 'PodResizeValidator'],
  ...['PodSecurity', 'PodTolerationRestriction', 'PodTopologyLabels', 'Priority'],
  ...['ResourceQuota', 'RuntimeClass', 'ServiceAccount', 'StorageObjectInUseProtection'],
  ...['TaintNodesByCondition', 'ValidatingAdmissionPolicy', 'ValidatingAdmissionWebhook'],
]
