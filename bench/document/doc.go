// Package document writes text, tables and figures as one HTML file, or as
// Markdown with files beside it, from one model.
package document
