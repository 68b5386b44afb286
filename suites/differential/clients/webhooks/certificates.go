package main

import (
	"context"
	"crypto/tls"
	"encoding/pem"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	cmwebhook "github.com/cert-manager/cert-manager/test/webhook"
	admissionv1 "k8s.io/api/admissionregistration/v1"
	authenticationv1 "k8s.io/api/authentication/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
)

// certificates runs the webhook of cert-manager, which also calls the server back.
func certificates(ctx context.Context, on *stage) error {
	if _, err := envtest.InstallCRDs(on.config, envtest.CRDInstallOptions{Paths: []string{on.definitions}}); err != nil {
		return err
	}
	// The module starts its webhook in tests alone.
	testing.Init()
	run := []testing.InternalTest{{Name: "certificates", F: func(t *testing.T) {
		// Only the lines of the tests are for the output.
		defer func() { os.Stdout = os.Stderr }()
		if err := on.withCertManager(ctx, t); err != nil {
			t.Error(err)
		}
	}}}
	always := func(string, string) (bool, error) { return true, nil }
	// Ends the process.
	testing.Main(always, run, nil, nil)
	return nil
}

func (on *stage) withCertManager(ctx context.Context, t *testing.T) error {
	access := filepath.Join(t.TempDir(), "kubeconfig")
	kubeconfig := clientcmdapi.Config{
		Clusters:       map[string]*clientcmdapi.Cluster{"server": {Server: on.config.Host}},
		Contexts:       map[string]*clientcmdapi.Context{"server": {Cluster: "server"}},
		CurrentContext: "server",
	}
	if err := clientcmd.WriteToFile(kubeconfig, access); err != nil {
		return err
	}
	operator, stop := cmwebhook.StartWebhookServer(t, []string{"--kubeconfig=" + access})
	defer stop()
	behind, err := url.Parse(operator.URL)
	if err != nil {
		return err
	}
	proxy := httputil.NewSingleHostReverseProxy(behind)
	// The way to the webhook is in this process.
	proxy.Transport = &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}
	host := httptest.NewTLSServer(on.observed(proxy))
	defer host.Close()
	authority := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: host.Certificate().Raw})
	for _, one := range certManagerConfigurations(host.URL, authority) {
		if err := on.Create(ctx, one); err != nil {
			return err
		}
	}
	err = until(ctx, "webhooks", func() bool {
		_ = on.Create(ctx, request("probe", nil), client.DryRunAll)
		return on.calls.count("/mutate") > 0 && on.calls.count("/validate") > 0
	})
	if err != nil {
		return err
	}
	testCertificates(ctx, on)
	return nil
}

type fields = map[string]any

func testCertificates(ctx context.Context, on *stage) {
	issuer := fields{"name": "issuer"}
	create := func(kind, name string, spec fields) error { return on.Create(ctx, resource(kind, name, spec)) }
	on.test("an issuer is made", func() outcome {
		return equal(create("Issuer", "issuer", fields{"selfSigned": fields{}}), "made", "made")
	})
	on.test("an issuer needs a type", func() outcome {
		return refused(create("Issuer", "none", fields{}), "at least one issuer must be configured")
	})
	on.test("an issuer has one type", func() outcome {
		spec := fields{"selfSigned": fields{}, "ca": fields{"secretName": "x"}}
		return refused(create("Issuer", "two", spec), "may not specify more than one issuer type")
	})
	on.test("an issuer of a whole cluster is judged", func() outcome {
		return refused(create("ClusterIssuer", "none", fields{"ca": fields{"secretName": ""}}), "spec.ca.secretName")
	})
	on.test("a certificate is made", func() outcome {
		spec := fields{"secretName": "s", "dnsNames": []any{"a.example"}, "issuerRef": issuer}
		return equal(create("Certificate", "a", spec), "made", "made")
	})
	on.test("a certificate needs a subject", func() outcome {
		return refused(create("Certificate", "b", fields{"secretName": "s", "issuerRef": issuer}), "at least one of")
	})
	on.test("a certificate needs a secret", func() outcome {
		spec := fields{"secretName": "", "commonName": "c", "issuerRef": issuer}
		return refused(create("Certificate", "c", spec), "spec.secretName")
	})
	on.test("a certificate is renewed before its end", func() outcome {
		spec := fields{
			"secretName": "s", "commonName": "c", "issuerRef": issuer, "duration": "2h", "renewBefore": "3h",
		}
		return refused(create("Certificate", "d", spec), "spec.renewBefore")
	})
	on.test("a patch of a certificate is judged", func() outcome {
		patch := client.RawPatch("application/merge-patch+json", []byte(`{"spec":{"duration":"1m"}}`))
		return refused(on.Patch(ctx, resource("Certificate", "a", nil), patch), "spec.duration")
	})
	on.test("a request has the user who made it", func() outcome {
		made := request("a", nil)
		if err := on.Create(ctx, made); err != nil {
			return outcome{false, describe(err)}
		}
		self := &authenticationv1.SelfSubjectReview{}
		if err := on.Create(ctx, self); err != nil {
			return outcome{false, describe(err)}
		}
		name, _, _ := unstructured.NestedString(made.Object, "spec", "username")
		groups, _, err := unstructured.NestedStringSlice(made.Object, "spec", "groups")
		isSame := name == self.Status.UserInfo.Username && len(groups) == len(self.Status.UserInfo.Groups)
		return equal(err, isSame, true)
	})
	on.test("a request with another user has the right one", func() outcome {
		made := request("other", fields{"username": "somebody"})
		err := on.Create(ctx, made)
		name, _, _ := unstructured.NestedString(made.Object, "spec", "username")
		return equal(err, name != "somebody", true)
	})
	on.test("a request needs a request", func() outcome {
		// It is no PEM.
		return refused(on.Create(ctx, request("none", fields{"request": "eA=="})), "spec.request")
	})
	on.test("an empty request is no base64 text", func() outcome {
		return refused(on.Create(ctx, request("empty", fields{"request": ""})), "must be of type byte")
	})
	on.test("a request does not change", func() outcome {
		patch := client.RawPatch("application/merge-patch+json", []byte(`{"spec":{"isCA":true}}`))
		return refused(on.Patch(ctx, request("a", nil), patch), "spec")
	})
	condition := func(kinds ...string) client.Patch {
		text := ""
		for _, kind := range kinds {
			text += fmt.Sprintf(`,{"type":%q,"status":"True","reason":"r","message":"m"}`, kind)
		}
		return client.RawPatch("application/merge-patch+json", []byte(`{"status":{"conditions":[`+text[1:]+`]}}`))
	}
	on.test("a request is not approved and denied", func() outcome {
		err := on.Status().Patch(ctx, request("a", nil), condition("Approved", "Denied"))
		return refused(err, "Denied")
	})
	on.test("a request is approved by one who may", func() outcome {
		err := on.Status().Patch(ctx, request("a", nil), condition("Approved"))
		return equal(err, "approved", "approved")
	})
	on.test("an approval stays", func() outcome {
		return refused(on.Status().Patch(ctx, request("a", nil), condition("Ready")), "Approved")
	})
	on.test("an order does not change", func() outcome {
		order := resource("Order", "o", fields{"request": "eA==", "issuerRef": issuer, "dnsNames": []any{"a.example"}})
		order.SetAPIVersion("acme.cert-manager.io/v1")
		if err := on.Create(ctx, order); err != nil {
			return outcome{false, describe(err)}
		}
		patch := client.RawPatch("application/merge-patch+json", []byte(`{"spec":{"request":"eQ=="}}`))
		return refused(on.Patch(ctx, order, patch), "spec")
	})
}

func resource(kind, name string, spec fields) *unstructured.Unstructured {
	made := &unstructured.Unstructured{Object: fields{}}
	made.SetAPIVersion("cert-manager.io/v1")
	made.SetKind(kind)
	made.SetName(name)
	if kind != "ClusterIssuer" {
		made.SetNamespace("default")
	}
	if spec != nil {
		made.Object["spec"] = spec
	}
	return made
}

func request(name string, more fields) *unstructured.Unstructured {
	spec := fields{"issuerRef": fields{"name": "issuer"}, "request": signingRequest}
	for key, value := range more {
		spec[key] = value
	}
	return resource("CertificateRequest", name, spec)
}

func certManagerConfigurations(place string, authority []byte) []client.Object {
	to := func(path string) admissionv1.WebhookClientConfig {
		address := place + path
		return admissionv1.WebhookClientConfig{URL: &address, CABundle: authority}
	}
	rules := func(groups []string, resource string, operations ...admissionv1.OperationType) []admissionv1.RuleWithOperations {
		rule := admissionv1.Rule{APIGroups: groups, APIVersions: v1Alone, Resources: []string{resource}}
		return []admissionv1.RuleWithOperations{{Operations: operations, Rule: rule}}
	}
	name := metav1.ObjectMeta{Name: "cert-manager-webhook"}
	own := "cert-manager.io"
	return []client.Object{
		&admissionv1.MutatingWebhookConfiguration{ObjectMeta: name, Webhooks: []admissionv1.MutatingWebhook{{
			Name: "webhook." + own, ClientConfig: to("/mutate"), SideEffects: &noEffects,
			Rules:                   rules([]string{own}, "certificaterequests", "CREATE"),
			AdmissionReviewVersions: v1Alone,
		}}},
		&admissionv1.ValidatingWebhookConfiguration{ObjectMeta: name, Webhooks: []admissionv1.ValidatingWebhook{{
			Name: "webhook." + own, ClientConfig: to("/validate"), SideEffects: &noEffects,
			Rules:                   rules([]string{own, "acme." + own}, "*/*", "CREATE", "UPDATE"),
			AdmissionReviewVersions: v1Alone,
		}}},
	}
}
