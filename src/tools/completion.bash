# SPDX-License-Identifier: BSD-3-Clause
# completion.bash - completes the arguments of ocrcc, ocrinfo, ocrrun, ocrtop and
# ocrtrace in bash.  Installed once under the name of each, where bash-completion
# looks for it.  Options are those that the tool's own --help lists.

# _ocr_fabric_options TOOL: those that begin with what stands there.
_ocr_fabric_options()
{
	local tool=${1/#\~/$HOME}

	mapfile -t COMPREPLY < <(compgen -W "$("$tool" --help 2>/dev/null |
		sed -n 's/^  \(--*[a-z][a-z-]*\).*/\1/p')" -- "$2")
}

# Files, or folders alone (-d).
_ocr_fabric_files()
{
	compopt -o filenames 2>/dev/null
	mapfile -t COMPREPLY < <(compgen "$1" -- "$2")
}

# Whether ocrrun's PROGRAM stands before the word: what follows is the program's.
_ocr_fabric_is_program_there()
{
	local i

	for ((i = 1; i < COMP_CWORD; i++)); do
		case ${COMP_WORDS[i]} in
		-n | --launcher | --workers | --trace) ((i++)) ;;
		-*) ;;
		*) return 0 ;;
		esac
	done
	return 1
}

_ocr_fabric()
{
	local tool=$1 word=$2 before=$3 name=${1##*/}

	COMPREPLY=()
	if [[ $name = ocrrun ]] && _ocr_fabric_is_program_there; then
		_ocr_fabric_files -f "$word"
		return
	fi
	case $name,$before in
	ocrrun,--launcher)
		mapfile -t COMPREPLY < <(compgen -W 'srun prterun mpirun' -- \
			"$word")
		return ;;
	ocrrun,-n | ocrrun,--workers | ocrinfo,--nodes | ocrinfo,--hosts | \
		ocrtop,--interval | ocrtrace,--from | ocrtrace,--to)
		return ;; # a number
	ocrrun,--trace)
		_ocr_fabric_files -d "$word"
		return ;;
	ocrtrace,--fold)
		mapfile -t COMPREPLY < <(compgen -W \
			'tasks labels nodes functions' -- "$word")
		return ;;
	ocrtrace,--html | ocrtrace,--perfetto | ocrtrace,--svg | ocrtrace,--dot)
		_ocr_fabric_files -f "$word"
		return ;;
	esac
	case $name,$word in
	*,-*) _ocr_fabric_options "$tool" "$word" ;;
	ocrtop,*) # this user's nodes on this host
		mapfile -t COMPREPLY < <(compgen -W "$(sed -n \
			"s/.*@ocrtop[.]$UID[.]\([0-9]*\)[.].*/\1/p" \
			/proc/net/unix)" -- "$word") ;;
	ocrtrace,*) _ocr_fabric_files -d "$word" ;;
	ocrcc,* | ocrrun,*) _ocr_fabric_files -f "$word" ;;
	esac
}

complete -F _ocr_fabric ocrcc ocrinfo ocrrun ocrtop ocrtrace
