package main

import (
	admissionv1 "k8s.io/api/admissionregistration/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// guardConfigurations registers the guards at the URL of their host.
func guardConfigurations(url string, authority []byte) []client.Object {
	to := func(path string) admissionv1.WebhookClientConfig {
		place := url + path
		return admissionv1.WebhookClientConfig{URL: &place, CABundle: authority}
	}
	inSpace := &metav1.LabelSelector{MatchLabels: map[string]string{"guarded": "yes"}}
	by := func(name string) *metav1.LabelSelector {
		return &metav1.LabelSelector{MatchLabels: map[string]string{"by": name}}
	}
	core := func(resource string, operations ...admissionv1.OperationType) []admissionv1.RuleWithOperations {
		rule := admissionv1.Rule{APIGroups: []string{""}, APIVersions: []string{"v1"}, Resources: []string{resource}}
		return []admissionv1.RuleWithOperations{{Operations: operations, Rule: rule}}
	}
	again := admissionv1.IfNeededReinvocationPolicy
	ignore := admissionv1.Ignore
	mutating := func(name string, selector *metav1.LabelSelector, rules []admissionv1.RuleWithOperations) admissionv1.MutatingWebhook {
		return admissionv1.MutatingWebhook{
			Name: name + ".touchstone.example", ClientConfig: to("/" + name), Rules: rules,
			NamespaceSelector: inSpace, ObjectSelector: selector,
			SideEffects: &noEffects, AdmissionReviewVersions: v1Alone,
		}
	}
	validating := func(name string, rules []admissionv1.RuleWithOperations) admissionv1.ValidatingWebhook {
		return admissionv1.ValidatingWebhook{
			Name: name + ".touchstone.example", ClientConfig: to("/" + name), Rules: rules,
			NamespaceSelector: inSpace, SideEffects: &noEffects, AdmissionReviewVersions: v1Alone,
		}
	}
	mark := mutating("mark", nil, core("pods", "CREATE"))
	mark.ReinvocationPolicy = &again
	sidecar := mutating("sidecar", nil, core("pods", "CREATE"))
	lenient := mutating("silent", by("lenient"), core("configmaps", "CREATE"))
	lenient.Name = "lenient.touchstone.example"
	lenient.FailurePolicy = &ignore
	size := validating("size", core("configmaps", "CREATE", "UPDATE"))
	size.MatchConditions = []admissionv1.MatchCondition{{
		Name: "not-free", Expression: `!has(object.metadata.labels) || !("free" in object.metadata.labels)`,
	}}
	return []client.Object{
		&admissionv1.MutatingWebhookConfiguration{
			ObjectMeta: metav1.ObjectMeta{Name: "guards"},
			Webhooks: []admissionv1.MutatingWebhook{
				mark, sidecar, lenient,
				mutating("rename", by("rename"), core("configmaps", "CREATE")),
				mutating("nowhere", by("nowhere"), core("configmaps", "CREATE")),
				mutating("silent", by("silent"), core("configmaps", "CREATE")),
				mutating("status", by("status"), core("pods", "CREATE")),
			},
		},
		&admissionv1.ValidatingWebhookConfiguration{
			ObjectMeta: metav1.ObjectMeta{Name: "guards"},
			Webhooks: []admissionv1.ValidatingWebhook{
				validating("images", core("pods", "CREATE", "UPDATE")),
				validating("keep", core("configmaps", "UPDATE", "DELETE")),
				size,
			},
		},
	}
}
