// Carriage returns, tabs, continued lines, digraphs and characters beyond ASCII
// are no hindrance; positions and text are those of the user.
// RUN: printf '__task int f(int a);\r\n__task int crlf(int n) {\r\n\tint x;\r\n\tx <- \\\r\n\t  f(1);\r\n\tn = x;\r\n\tfor\\\r\nce (x) {\r\n\t\treturn x;\r\n\t}\r\n}\r\n' > %t.crlf.cl
// RUN: not %clang -fplugin=%plugin -target spir64 -fsyntax-only %t.crlf.cl \
// RUN:   2>&1 | FileCheck -check-prefix=CRLF %s
// CRLF: :6:6: error: 'x' is a future, and is used before a 'force' names it
// CRLF-NEXT: {{^( +[0-9]+ \|)?}}        n = x;{{$}}
// CRLF-NEXT: {{^( +\|)?}}            ^{{$}}
// CRLF-NEXT: :4:4: note: this spawn made 'x' a future
// CRLF: 1 error generated.
// RUN: printf '__task int f(int a);\n__task int t(int n) { int x; x <- f(1); force (x) { return x; } }' > %t.end.cl
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -Werror %t.end.cl
// RUN: printf '\357\273\277__task int f(int a);\n__task int t(int n) {\n  f(1); }' > %t.bom.cl
// RUN: not %clang -fplugin=%plugin -target spir64 -fsyntax-only %t.bom.cl 2>&1 \
// RUN:   | FileCheck -check-prefix=BOM %s
// BOM: :3:3: error: 'f' is a task
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL1.2 -fsyntax-only \
// RUN:   -Xclang -verify %s
// RUN: not %clang -fplugin=%plugin -target spir64 -cl-std=CL1.2 -fsyntax-only \
// RUN:   %s 2>&1 | FileCheck %s

__task int f(int a);
__task int digraphs(int n) <%
  int x; /* größe */ int r<:2:>;
  x <- f(1); // € expected-note {{this spawn made 'x' a future}}
  r<:0:> <- f(n);
  // CHECK: [[#@LINE+3]]:17: error: 'x' is a future
  // CHECK-NEXT: {{^( +[0-9]+ \|)?}}  n = /* € */ x;
  // CHECK-NEXT: {{^( +\|)?}}              ^
  n = /* € */ x; // expected-error {{'x' is a future}} expected-note {{force (x)}}
  force (x, r) <% return x + r<:0:>; %>
%>

__task int continued(int n) {
  int x, y;
  x <\
- f(2);
  y /* a */ <- /* b */ f /* c */ (3) /* d */ ; // e
  for\
ce \
(x, \
y) \
{ return x + y; }
}

	__task	int	tabs	(	int	n	)	{
	int	x	;
	x	<-	f	(	1	)	;
	force	(	x	)	{
		return	x	;
	}
	}
