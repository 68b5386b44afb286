package main

import (
	"context"
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/tools/pager"
)

const ofPages = "of=pages"

var configMaps = schema.GroupVersionResource{Version: "v1", Resource: "configmaps"}

var listSteps = []step{
	{"list in pages", func(ctx context.Context, on clients) (string, error) {
		for n := range 7 {
			object := &corev1.ConfigMap{ObjectMeta: named(fmt.Sprintf("page-%d", n))}
			object.Labels = map[string]string{"of": "pages"}
			if _, err := on.CoreV1().ConfigMaps(space).Create(ctx, object, create); err != nil {
				return "", err
			}
		}
		var pages []string
		options := metav1.ListOptions{LabelSelector: ofPages, Limit: 3}
		for {
			page, err := on.CoreV1().ConfigMaps(space).List(ctx, options)
			if err != nil {
				return "", err
			}
			left := int64(0)
			if page.RemainingItemCount != nil {
				left = *page.RemainingItemCount
			}
			pages = append(pages, fmt.Sprintf("%d items, %d left", len(page.Items), left))
			if options.Continue = page.Continue; options.Continue == "" {
				return strings.Join(pages, "; "), nil
			}
		}
	}},
	{"list as the pager does", func(ctx context.Context, on clients) (string, error) {
		count := 0
		list := func(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
			return on.CoreV1().ConfigMaps(space).List(ctx, options)
		}
		pages := pager.New(list)
		pages.PageSize = 2
		options := metav1.ListOptions{LabelSelector: ofPages}
		err := pages.EachListItem(ctx, options, func(runtime.Object) error {
			count++
			return nil
		})
		return fmt.Sprintf("%d items", count), err
	}},
	{"list by a field", func(ctx context.Context, on clients) (string, error) {
		selected := metav1.ListOptions{FieldSelector: "metadata.name=pod,status.phase=Pending"}
		list, err := on.CoreV1().Pods(space).List(ctx, selected)
		if err != nil {
			return "", err
		}
		return fmt.Sprintf("%d items", len(list.Items)), nil
	}},
	{"list nothing", func(ctx context.Context, on clients) (string, error) {
		list, err := on.BatchV1().Jobs(space).List(ctx, metav1.ListOptions{})
		if err != nil {
			return "", err
		}
		return fmt.Sprintf("%d items, with a version %t", len(list.Items), list.ResourceVersion != ""), nil
	}},
	{"get metadata alone", func(ctx context.Context, on clients) (string, error) {
		return seen(on.metadata.Resource(configMaps).Namespace(space).Get(ctx, "page-1", get))
	}},
	{"list metadata alone", func(ctx context.Context, on clients) (string, error) {
		options := metav1.ListOptions{LabelSelector: ofPages, Limit: 4}
		list, err := on.metadata.Resource(configMaps).Namespace(space).List(ctx, options)
		if err != nil {
			return "", err
		}
		more := list.Continue != ""
		return fmt.Sprintf("%s, %d items, more %t", list.Items[0].Name, len(list.Items), more), nil
	}},
	{"delete a collection", func(ctx context.Context, on clients) (string, error) {
		selected := metav1.ListOptions{LabelSelector: ofPages}
		if err := on.CoreV1().ConfigMaps(space).DeleteCollection(ctx, remove, selected); err != nil {
			return "", err
		}
		list, err := on.CoreV1().ConfigMaps(space).List(ctx, selected)
		if err != nil {
			return "", err
		}
		return fmt.Sprintf("%d items", len(list.Items)), nil
	}},
}
