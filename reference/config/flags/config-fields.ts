// The members of the agent's configuration object. The specification does not list them. These are
// the members of a genuine agent, release 1.36, some of which have a flag.

import { nearestName } from './nearest-name.ts'

const fields: ReadonlySet<string> = new Set(
  `apiVersion kind
  enableServer staticPodPath podLogsDir syncFrequency fileCheckFrequency httpCheckFrequency
  staticPodURL staticPodURLHeader address port readOnlyPort tlsCertFile tlsPrivateKeyFile
  tlsCipherSuites tlsCurvePreferences tlsMinVersion rotateCertificates serverTLSBootstrap
  authentication authorization registryPullQPS registryBurst imagePullCredentialsVerificationPolicy
  preloadedImagesVerificationAllowlist eventRecordQPS eventBurst enableDebuggingHandlers
  enableContentionProfiling healthzPort healthzBindAddress oomScoreAdj clusterDomain clusterDNS
  streamingConnectionIdleTimeout nodeStatusUpdateFrequency nodeStatusReportFrequency
  nodeLeaseDurationSeconds imageMinimumGCAge imageMaximumGCAge imageGCHighThresholdPercent
  imageGCLowThresholdPercent volumeStatsAggPeriod kubeletCgroups systemCgroups cgroupRoot
  cgroupsPerQOS cgroupDriver cpuManagerPolicy singleProcessOOMKill cpuManagerPolicyOptions
  cpuManagerReconcilePeriod memoryManagerPolicy topologyManagerPolicy topologyManagerScope
  topologyManagerPolicyOptions qosReserved runtimeRequestTimeout hairpinMode maxPods podCIDR
  podPidsLimit resolvConf runOnce cpuCFSQuota cpuCFSQuotaPeriod nodeStatusMaxImages maxOpenFiles
  contentType kubeAPIQPS kubeAPIBurst serializeImagePulls maxParallelImagePulls evictionHard
  evictionSoft evictionSoftGracePeriod evictionPressureTransitionPeriod evictionMaxPodGracePeriod
  evictionMinimumReclaim mergeDefaultEvictionSettings podsPerCore enableControllerAttachDetach
  protectKernelDefaults makeIPTablesUtilChains iptablesMasqueradeBit iptablesDropBit featureGates
  failSwapOn memorySwap containerLogMaxSize containerLogMaxFiles containerLogMaxWorkers
  containerLogMonitorInterval configMapAndSecretChangeDetectionStrategy systemReserved kubeReserved
  reservedSystemCPUs showHiddenMetricsForVersion systemReservedCgroup kubeReservedCgroup
  enforceNodeAllocatable allowedUnsafeSysctls volumePluginDir providerID kernelMemcgNotification
  logging enableSystemLogHandler enableSystemLogQuery shutdownGracePeriod
  shutdownGracePeriodCriticalPods shutdownGracePeriodByPodPriority crashLoopBackOff reservedMemory
  enableProfilingHandler enableDebugFlagsHandler seccompDefault memoryThrottlingFactor
  memoryReservationPolicy registerWithTaints registerNode tracing localStorageCapacityIsolation
  containerRuntimeEndpoint imageServiceEndpoint failCgroupV1 userNamespaces`.split(/\s+/),
)

/** Returns the message for an unknown member, or undefined for a known one. */
export function unknownFieldMessage(name: string): string | undefined {
  if (fields.has(name)) return undefined
  const near = nearestName(name, fields)
  return near === undefined ? 'unknown field' : `unknown field; did you mean ${near}?`
}
