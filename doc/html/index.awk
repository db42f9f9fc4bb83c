# SPDX-License-Identifier: BSD-3-Clause
# index.awk - the index of all documentation, in Markdown, from a list of pages and
# their headings.
#
#	awk -v mans=FILE -f index.awk PAGES

BEGIN {
	FS = "\t"
	# Of each folder, in this order.
	n = split("doc/tutorial/ doc/use/ doc/apps/ doc/change/ ./", folder, " ")
	heading["doc/tutorial/"] = "The tutorial"
	heading["doc/use/"] = "Using it"
	heading["doc/apps/"] = "The programs"
	heading["doc/change/"] = "Building and changing it"
	heading["./"] = "The project"
	print "# ocr-fabric\n"
}
{
	of = $1
	if (!sub(/[^\/]*$/, "", of) || of == "")
		of = "./"
	line = "- [" $2 "](" $1 ")\n"
	# A page about the others comes first.
	if ($1 ~ /\/README[.]md$/ || $1 == "README.md")
		list[of] = line list[of]
	else
		list[of] = list[of] line
}
END {
	for (i = 1; i <= n; i++)
		if (folder[i] in list)
			print "## " heading[folder[i]] "\n\n" list[folder[i]]
	print "## Manual pages\n"
	while ((getline line < mans) > 0) {
		name = line
		sub(/[.][1-9]$/, "", name)
		section = substr(line, length(line))
		link = "[" name "](man/" line ".html)"
		if (section != 3)
			tools = tools " " link
		else if (name ~ /-/ || name == "dri" || name == "ocr")
			headers = headers " " link
		else
			calls = calls " " link
	}
	if (tools == "")
		print "None: `mandoc` was not there."
	else
		print "Tools and concepts:" tools "\n\nHeaders:" headers \
			"\n\nCalls and types:" calls
}
