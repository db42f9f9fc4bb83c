# SPDX-License-Identifier: BSD-3-Clause
# settings.awk - fills the settings into ocr(7): those of the runtime from the
# rows of src/base/settings.def, and those of libdri from the rows of
# src/dri/world/options.c, with what dri.h says of its arguments.
#
#   awk -f settings.awk settings.def options.c dri.h ocr.7.in

function file_is(name)
{
	return FILENAME ~ ("(^|/)" name "$")
}

# What stands between double quotes in `text`, as one.
function strings_of(text,    out)
{
	while (match(text, /"[^"]*"/)) {
		out = out substr(text, RSTART + 1, RLENGTH - 2)
		text = substr(text, RSTART + RLENGTH)
	}
	return out
}

# The default as ocrinfo shows it.
function shown_default(type, value)
{
	if (type == "BOOL" || type == "REPORT")
		return value
	if (type == "STRICT")
		return "0"
	if (type == "STRING")
		return "none"
	if (type == "WORD") {
		sub(/.*_/, "", value)
		return tolower(value)
	}
	return "auto"
}

function item(name, help)
{
	return ".It Ev " name "\n" help "\n"
}

function end_row(    field, help)
{
	help = strings_of(row)
	sub(/OCR_SETTING\(/, "", row)
	split(row, field, /, */)
	settings = settings item(field[3], \
		help " (default: " shown_default(field[1], field[4]) ")")
	help_of[field[3]] = help
	row = ""
}

file_is("settings.def") && (row != "" || /^OCR_SETTING/) {
	sub(/^[ \t]+/, "")
	row = row $0 " "
	if (/"\)$/)
		end_row()
}

# [NAME] = {"--argument", "VARIABLE", ...}, or NULL for the argument.
file_is("options.c") && /^\t\[[A-Z_]+\] = [{]/ {
	split($0, field, /[{,] */)
	rows++
	gsub(/"/, "", field[2])
	gsub(/"/, "", field[3])
	argument[rows] = field[2] == "NULL" ? "" : field[2]
	variable[rows] = field[3]
}

# "   --argument VALUE   help, on as many lines as it takes": the comment of
# DRI_Init.
file_is("dri.h") && /^ \*   --dri-/ { about = $2 }
file_is("dri.h") && /^ \*[^ ]|^ \* [^ ]|\*\/$/ { about = "" }
file_is("dri.h") && about != "" {
	line = $0
	sub(/^ \*   --dri-[a-z-]+( [A-Z]+)?/, "", line)
	sub(/^ \*/, "", line)
	sub(/^ +/, "", line)
	told[about] = told[about] (told[about] == "" ? "" : " ") line
}

function dri_settings(    i, out, help)
{
	for (i = 1; i <= rows; i++) {
		help = argument[i] == "" ? help_of[variable[i]] : \
			told[argument[i]]
		sub(/[,;] (as )?OCR_[A-Z_]+(=1)?$/, "", help)
		if (help == "") {
			print variable[i] ": nothing says what it is" >"/dev/stderr"
			exit 1
		}
		out = out item(variable[i], help (argument[i] == "" ? "" : \
			" (argument: " argument[i] ")"))
	}
	return out
}

file_is("ocr.7.in") {
	if ($0 == "@SETTINGS@")
		printf "%s", settings
	else if ($0 == "@DRI_SETTINGS@")
		printf "%s", dri_settings()
	else
		print
}
